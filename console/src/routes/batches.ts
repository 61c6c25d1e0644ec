import { createRoute } from '@tanstack/react-router';
import type { Status } from 'darkroom-client';
import { BATCH_STATUSES, type BatchFilter, type BatchStatus } from '../batches/batches.ts';
import { STATUS_LABELS } from '../parts/status-badge.tsx';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';
import { textIn } from './text-in.ts';

const batches = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches',
  validateSearch: ({ search, status }: Record<string, unknown>): BatchFilter => ({
    ...(textIn(search) ? { search: textIn(search) } : {}),
    ...(Object.hasOwn(BATCH_STATUSES, String(status)) ? { status: status as BatchStatus } : {}),
  }),
  component: lazyPage(() => import('../pages/batches/batches.tsx'), 'Batches'),
});

type BatchSearch = { status?: Status; view?: 'table' };

const batch = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches/$id',
  validateSearch: ({ status, view }: Record<string, unknown>): BatchSearch => ({
    ...(Object.hasOwn(STATUS_LABELS, String(status)) ? { status: status as Status } : {}),
    ...(view === 'table' ? { view } : {}),
  }),
  component: lazyPage(() => import('../pages/batches/batch.tsx'), 'BatchPage'),
});

export const batchesRoutes = [batches, batch] as const;
