import { createRoute } from '@tanstack/react-router';
import { filterIn } from '../executions/list/filter/filter.ts';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';

const executions = createRoute({
  getParentRoute: () => signedIn,
  path: '/executions',
  validateSearch: (search: Record<string, unknown>) => ({
    ...filterIn(search),
    ...(search['view'] === 'grid' && { view: 'grid' as const }),
    ...(typeof search['row'] === 'number' && search['row'] > 0 && { row: Math.floor(search['row']) }),
  }),
  component: lazyPage(() => import('../pages/executions/executions.tsx'), 'Executions'),
});
// The filter of the list that led here gives the page its previous and next execution.
const execution = createRoute({
  getParentRoute: () => signedIn,
  path: '/execution/$id',
  validateSearch: filterIn,
  component: lazyPage(() => import('../pages/executions/execution.tsx'), 'ExecutionPage'),
});

export const executionsRoutes = [executions, execution] as const;
