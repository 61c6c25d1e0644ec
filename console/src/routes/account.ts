import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';
import { textIn } from './text-in.ts';

const activate = createRoute({
  getParentRoute: () => signedIn,
  path: '/activate',
  component: lazyPage(() => import('../pages/activate.tsx'), 'Activate'),
  validateSearch: (search): { user_code?: string } =>
    textIn(search['user_code']) ? { user_code: textIn(search['user_code']) } : {},
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyPage(() => import('../pages/account.tsx'), 'Account'),
});

export const accountRoutes = [activate, account] as const;
