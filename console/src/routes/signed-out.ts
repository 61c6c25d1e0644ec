import { createRoute } from '@tanstack/react-router';
import { SignIn } from '../pages/sign-in.tsx';
import { lazyPage } from './lazy-page.ts';
import { root } from './root.ts';
import { textIn } from './text-in.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignIn,
  validateSearch: (search): { next?: string; error?: string; reset?: true } => ({
    ...(textIn(search['error']) ? { error: textIn(search['error']) } : {}),
    ...(textIn(search['next']) ? { next: textIn(search['next']) } : {}),
    ...(search['reset'] === true ? { reset: true } : {}),
  }),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$token',
  component: lazyPage(() => import('../pages/invitation.tsx'), 'Invitation'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyPage(() => import('../pages/reset.tsx'), 'Reset'),
});
const accessEnded = createRoute({
  getParentRoute: () => root,
  path: '/access-ended',
  component: lazyPage(() => import('../pages/access-ended.tsx'), 'AccessEnded'),
  validateSearch: (search): { next?: string } =>
    textIn(search['next']) ? { next: textIn(search['next']) } : {},
});
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: lazyPage(() => import('../pages/docs.tsx'), 'Docs'),
});

/** The pages that need no session. */
export const signedOutRoutes = [signIn, invitation, reset, accessEnded, docs] as const;
