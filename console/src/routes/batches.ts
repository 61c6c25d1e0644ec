import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const batches = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches',
  component: lazyRouteComponent(() => import('../pages/batches/batches.tsx'), 'Batches'),
});

export const batchesRoutes = [batches] as const;
