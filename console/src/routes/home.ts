import { createRoute } from '@tanstack/react-router';
import type { Status } from 'darkroom-client';
import { Home } from '../pages/home/home.tsx';
import { STATUS_LABELS } from '../parts/status-badge.tsx';
import { signedIn } from './root.ts';

/** The status and the number of the newest executions that Home lists. */
type HomeSearch = { status?: Status; show?: number };

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: ({ status, show }: Record<string, unknown>): HomeSearch => ({
    ...(Object.hasOwn(STATUS_LABELS, String(status)) ? { status: status as Status } : {}),
    ...(typeof show === 'number' && show > 0 ? { show: Math.floor(show) } : {}),
  }),
  component: Home,
});

export const homeRoutes = [home] as const;
