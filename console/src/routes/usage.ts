import { createRoute } from '@tanstack/react-router';
import { ledgerSearchOf, usageSearchOf } from '../pages/usage/usage-search.ts';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';

const area = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyPage(() => import('../pages/usage/usage-area.tsx'), 'UsageArea'),
});
const usage = createRoute({
  getParentRoute: () => area,
  path: '/',
  component: lazyPage(() => import('../pages/usage/usage.tsx'), 'Usage'),
  validateSearch: usageSearchOf,
});
const ledger = createRoute({
  getParentRoute: () => area,
  path: '/ledger',
  component: lazyPage(() => import('../pages/usage/ledger.tsx'), 'Ledger'),
  validateSearch: ledgerSearchOf,
});
const queue = createRoute({
  getParentRoute: () => area,
  path: '/queue',
  component: lazyPage(() => import('../pages/usage/queue.tsx'), 'Queue'),
});

export const usageRoutes = [area.addChildren([usage, ledger, queue])] as const;
