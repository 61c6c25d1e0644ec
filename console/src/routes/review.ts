import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';
import { textIn } from './text-in.ts';

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  validateSearch: (search: Record<string, unknown>): { workflow?: string; batch?: string } => {
    const [workflow, batch] = [textIn(search['workflow']), textIn(search['batch'])];
    return { ...(workflow && { workflow }), ...(batch && { batch }) };
  },
  component: lazyPage(() => import('../pages/review/review.tsx'), 'Review'),
});

export const reviewRoutes = [review] as const;
