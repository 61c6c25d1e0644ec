import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const workflows = createRoute({
  getParentRoute: () => signedIn,
  path: '/workflows',
  component: lazyRouteComponent(() => import('../pages/workflows/workflows.tsx'), 'Workflows'),
});

export const workflowsRoutes = [workflows] as const;
