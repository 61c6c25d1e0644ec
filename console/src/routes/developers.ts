import { createRoute } from '@tanstack/react-router';
import { deliveryFilterOf } from '../pages/developers/webhooks/delivery-filter.ts';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';

const developers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers',
  component: lazyPage(() => import('../pages/developers/developers.tsx'), 'Developers'),
});
const quickStart = createRoute({
  getParentRoute: () => developers,
  path: '/',
  component: lazyPage(() => import('../pages/developers/quick-start.tsx'), 'QuickStart'),
});
const keys = createRoute({
  getParentRoute: () => developers,
  path: '/keys',
  component: lazyPage(() => import('../pages/developers/api-keys.tsx'), 'ApiKeys'),
});
const webhooks = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks',
  component: lazyPage(() => import('../pages/developers/webhooks/webhooks.tsx'), 'Webhooks'),
});
const deliveries = createRoute({
  getParentRoute: () => developers,
  path: '/deliveries',
  component: lazyPage(() => import('../pages/developers/webhooks/deliveries.tsx'), 'Deliveries'),
  validateSearch: deliveryFilterOf,
});
const apps = createRoute({
  getParentRoute: () => developers,
  path: '/apps',
  component: lazyPage(() => import('../pages/developers/connected-apps.tsx'), 'ConnectedApps'),
});
const reference = createRoute({
  getParentRoute: () => developers,
  path: '/reference',
  component: lazyPage(() => import('../pages/developers/reference.tsx'), 'ReferencePage'),
  validateSearch: (search): { find?: string } =>
    typeof search['find'] === 'string' && search['find'] ? { find: search['find'] } : {},
});

export const developersRoutes = [
  developers.addChildren([quickStart, keys, webhooks, deliveries, apps, reference]),
] as const;
