import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deliveryFilterOf } from '../pages/developers/webhooks/delivery-filter.ts';
import { signedIn } from './root.ts';

const developers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers',
  component: lazyRouteComponent(() => import('../pages/developers/developers.tsx'), 'Developers'),
});
const quickStart = createRoute({
  getParentRoute: () => developers,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/developers/quick-start.tsx'), 'QuickStart'),
});
const keys = createRoute({
  getParentRoute: () => developers,
  path: '/keys',
  component: lazyRouteComponent(() => import('../pages/developers/keys.tsx'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/developers/webhooks/webhooks.tsx'), 'Webhooks'),
});
const deliveries = createRoute({
  getParentRoute: () => developers,
  path: '/deliveries',
  component: lazyRouteComponent(() => import('../pages/developers/webhooks/deliveries.tsx'), 'Deliveries'),
  validateSearch: deliveryFilterOf,
});
const apps = createRoute({
  getParentRoute: () => developers,
  path: '/apps',
  component: lazyRouteComponent(() => import('../pages/developers/connected-apps.tsx'), 'ConnectedApps'),
});
const reference = createRoute({
  getParentRoute: () => developers,
  path: '/reference',
  component: lazyRouteComponent(() => import('../pages/developers/reference.tsx'), 'ReferencePage'),
  validateSearch: (search): { find?: string } =>
    typeof search['find'] === 'string' && search['find'] ? { find: search['find'] } : {},
});

export const developersRoutes = [
  developers.addChildren([quickStart, keys, webhooks, deliveries, apps, reference]),
] as const;
