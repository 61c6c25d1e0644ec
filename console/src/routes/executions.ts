import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const executions = createRoute({
  getParentRoute: () => signedIn,
  path: '/executions',
  component: lazyRouteComponent(() => import('../pages/executions/executions.tsx'), 'Executions'),
});
const execution = createRoute({
  getParentRoute: () => signedIn,
  path: '/execution/$id',
  component: lazyRouteComponent(() => import('../pages/executions/execution.tsx'), 'ExecutionPage'),
});

export const executionsRoutes = [executions, execution] as const;
