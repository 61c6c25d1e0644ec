import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  component: lazyRouteComponent(() => import('../pages/review/review.tsx'), 'Review'),
});

export const reviewRoutes = [review] as const;
