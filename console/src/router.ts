import { createRouter } from '@tanstack/react-router';
import { queries } from './api.ts';
import { accountRoutes } from './routes/account.ts';
import { batchesRoutes } from './routes/batches.ts';
import { developersRoutes } from './routes/developers.ts';
import { executionsRoutes } from './routes/executions.ts';
import { homeRoutes } from './routes/home.ts';
import { organizationRoutes } from './routes/organization.ts';
import { reviewRoutes } from './routes/review.ts';
import { root, signedIn } from './routes/root.ts';
import { signedOutRoutes } from './routes/signed-out.ts';
import { usageRoutes } from './routes/usage.ts';
import { workflowsRoutes } from './routes/workflows.ts';

export const router = createRouter({
  routeTree: root.addChildren([
    ...signedOutRoutes,
    signedIn.addChildren([
      ...homeRoutes,
      ...batchesRoutes,
      ...executionsRoutes,
      ...reviewRoutes,
      ...workflowsRoutes,
      ...usageRoutes,
      ...developersRoutes,
      ...organizationRoutes,
      ...accountRoutes,
    ]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

// When the session ends, by signing out or by the service, run the guards again so that they redirect to sign-in.
queries.getQueryCache().subscribe(({ type, query }) => {
  const isGone = query.queryKey[0] === 'session' && query.state.data === null;
  if (type === 'updated' && isGone && router.state.status === 'idle') router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
