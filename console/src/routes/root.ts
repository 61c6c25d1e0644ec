import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queries } from '../api.ts';
import { Frame } from '../frame/frame.tsx';
import { ErrorPage, NotFound } from '../pages/not-found.tsx';
import { sessionQuery } from '../session/session.ts';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ErrorPage,
});

/** Parent of the pages that need a session. Without one it redirects to sign-in, which leads back afterwards. */
export const signedIn = createRoute({
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
