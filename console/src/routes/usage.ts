import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('../pages/usage/usage.tsx'), 'Usage'),
});

export const usageRoutes = [usage] as const;
