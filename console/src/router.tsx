import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queries } from './api.ts';
import { Frame } from './frame.tsx';
import { Home } from './pages/home.tsx';
import { Broken, NotFound } from './pages/not-found.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { sessionQuery } from './session/session.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Broken });

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

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
  component: lazyRouteComponent(() => import('./pages/invitation.tsx'), 'Invitation'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(() => import('./pages/reset.tsx'), 'Reset'),
});
const accessEnded = createRoute({
  getParentRoute: () => root,
  path: '/access-ended',
  component: lazyRouteComponent(() => import('./pages/access-ended.tsx'), 'AccessEnded'),
  validateSearch: (search): { next?: string } =>
    textIn(search['next']) ? { next: textIn(search['next']) } : {},
});
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: lazyRouteComponent(() => import('./pages/docs.tsx'), 'Docs'),
});

/** Parent of the pages that need a session. Without one it redirects to sign-in, which leads back afterwards. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ location }) => {
    const session = await queries.ensureQueryData(sessionQuery);
    if (session) return;
    const next = location.pathname + location.searchStr;
    throw redirect({ to: '/sign-in', search: next === '/' ? {} : { next }, replace: true });
  },
});
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: Home,
});
const execution = createRoute({
  getParentRoute: () => signedIn,
  path: '/execution/$id',
  component: lazyRouteComponent(() => import('./pages/execution.tsx'), 'ExecutionPage'),
});
const activate = createRoute({
  getParentRoute: () => signedIn,
  path: '/activate',
  component: lazyRouteComponent(() => import('./pages/activate.tsx'), 'Activate'),
  validateSearch: (search): { user_code?: string } =>
    textIn(search['user_code']) ? { user_code: textIn(search['user_code']) } : {},
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});
const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyRouteComponent(() => import('./pages/organization/organization.tsx'), 'Organization'),
});
const inOrganization = <const Path extends string>(path: Path) => ({
  getParentRoute: () => organization,
  path,
});
const members = createRoute({
  ...inOrganization('/'),
  component: lazyRouteComponent(() => import('./pages/organization/members.tsx'), 'Members'),
});
const keys = createRoute({
  ...inOrganization('/keys'),
  component: lazyRouteComponent(() => import('./pages/organization/keys.tsx'), 'Keys'),
});
const devices = createRoute({
  ...inOrganization('/devices'),
  component: lazyRouteComponent(() => import('./pages/organization/devices.tsx'), 'Devices'),
});
const auditLog = createRoute({
  ...inOrganization('/audit-log'),
  component: lazyRouteComponent(() => import('./pages/organization/audit-log.tsx'), 'AuditLog'),
});
const settings = createRoute({
  ...inOrganization('/settings'),
  component: lazyRouteComponent(() => import('./pages/organization/settings.tsx'), 'OrganizationSettings'),
});
const apps = createRoute({
  ...inOrganization('/apps'),
  component: lazyRouteComponent(() => import('./pages/organization/apps.tsx'), 'Apps'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    reset,
    accessEnded,
    docs,
    signedIn.addChildren([
      home,
      execution,
      activate,
      account,
      organization.addChildren([members, keys, devices, auditLog, settings, apps]),
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
