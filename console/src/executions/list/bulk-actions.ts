import type { Execution, Role, Status } from 'darkroom-client';
import { api } from '../../api.ts';
import { mayReview, mayRun } from '../../session/rights.ts';
import { conditionsOf, type Filter } from './filter/filter.ts';

export type BulkActionName = 'retry' | 'cancel' | 'approve';

type BulkAction = {
  label: string;
  /** The past participle of the action, capitalized because it begins a sentence. */
  pastParticiple: string;
  sentence: string;
  from: readonly Status[];
  may: (role: Role) => boolean;
  act: (organization: string, id: string) => Promise<unknown>;
  /** Starts the action on all executions that match the filter. The service runs it in the background. */
  actOnAll: (organization: string, filter: Filter) => Promise<{ id: string; matched: number }>;
};

const on = (organization: string, id: string) => ({ path: { id }, query: { organization } });

/** The service refuses a bulk action without a filter, so add one that matches all executions: "created before now". */
const onAll = (organization: string, filter: Filter) => ({
  query: { createdBefore: new Date().toISOString(), ...conditionsOf(filter), organization },
});

/** The actions on many executions at once. */
export const BULK_ACTIONS: Record<BulkActionName, BulkAction> = {
  retry: {
    label: 'Retry',
    pastParticiple: 'Retried',
    sentence: 'Failed and unpaid ones run again. Canceled and rejected ones are left out.',
    from: ['FAILED', 'PAYMENT_REQUIRED'],
    may: mayRun,
    act: (organization, id) => api.post('/v1/workflow/execution/{id}/retry', on(organization, id)),
    actOnAll: (organization, filter) =>
      api.post('/v1/workflow/execution/bulk/retry', onAll(organization, filter)),
  },
  cancel: {
    label: 'Cancel',
    pastParticiple: 'Canceled',
    sentence: 'Queued and running ones stop and their credits are released. You can retry them later.',
    from: ['CREATED', 'ACTIVE'],
    may: mayRun,
    act: (organization, id) => api.post('/v1/workflow/execution/{id}/cancel', on(organization, id)),
    actOnAll: (organization, filter) =>
      api.post('/v1/workflow/execution/bulk/cancel', onAll(organization, filter)),
  },
  approve: {
    label: 'Approve',
    pastParticiple: 'Approved',
    sentence: 'The results of those in review are delivered and charged.',
    from: ['IN_QA'],
    may: mayReview,
    act: (organization, id) => api.post('/v1/workflow/execution/{id}/approve', on(organization, id)),
    actOnAll: (organization, filter) =>
      api.post('/v1/workflow/execution/bulk/approve', onAll(organization, filter)),
  },
};

export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[];

export const isAllowed = (action: BulkActionName, { status }: Execution): boolean =>
  BULK_ACTIONS[action].from.includes(status);
