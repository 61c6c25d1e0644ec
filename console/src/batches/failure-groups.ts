import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { api } from '../api.ts';
import { count } from '../format.ts';
import type { DetailedBatch } from './batches.ts';

/** People ended these executions on purpose, so a retry of the whole batch leaves them out. */
const BY_PEOPLE = ['canceled', 'qa_rejected'];

/** The executions of a batch that ended for one reason. */
export type FailureGroup = {
  code: string;
  message: string;
  component: string | null;
  names: string[];
  total: number;
  isRetried: boolean;
};

const LOOKED_AT = 200;

/** Groups the failures of a batch: the reasons come from the newest ones, and the service counts each reason. */
const failureGroups = (organization: string, { id, counts }: DetailedBatch) => {
  const wrong = counts.FAILED + counts.PAYMENT_REQUIRED;
  return queryOptions({
    queryKey: ['failures', organization, id, wrong],
    queryFn: async ({ signal }): Promise<FailureGroup[]> => {
      const list = (more: { errorCode?: string; limit: number }) =>
        api.get('/v2/workflow/execution', {
          query: { organization, batch: id, status: ['FAILED', 'PAYMENT_REQUIRED'], ...more },
          signal,
        });
      const { entries, total } = await list({ limit: LOOKED_AT });
      const groups = Object.entries(Object.groupBy(entries, codeOf));
      return Promise.all(
        groups.map(async ([code, group = []]) => {
          const isWhole = total === entries.length;
          return groupOf(
            code,
            group,
            isWhole ? group.length : (await list({ errorCode: code, limit: 0 })).total,
          );
        }),
      );
    },
    enabled: wrong > 0,
    placeholderData: (previous) => previous,
    staleTime: 5_000,
  });
};

const codeOf = ({ error }: Execution): string => error?.code ?? 'unknown';

const groupOf = (code: string, group: readonly Execution[], total: number): FailureGroup => ({
  code,
  message: group[0]?.error?.message ?? 'Unknown reason',
  component: group[0]?.error?.component ?? null,
  names: group.slice(0, 3).map(({ inputFileName }) => inputFileName),
  total,
  isRetried: !BY_PEOPLE.includes(code),
});

export const useFailureGroups = (batch: DetailedBatch): FailureGroup[] => {
  const { data } = useQuery(failureGroups(batch.organizationId, batch));
  const { FAILED, PAYMENT_REQUIRED } = batch.counts;
  return FAILED + PAYMENT_REQUIRED === 0
    ? []
    : (data ?? []).toSorted((one, other) => other.total - one.total);
};

/** The number of executions that a retry of the batch would run again, and the label of its button. */
export const useRetriable = (batch: DetailedBatch): { total: number; label: string } => {
  const { FAILED, PAYMENT_REQUIRED } = batch.counts;
  const ended = useFailureGroups(batch)
    .filter(({ isRetried }) => !isRetried)
    .reduce((sum, { total }) => sum + total, 0);
  const failed = Math.max(0, FAILED - ended);
  const total = failed + PAYMENT_REQUIRED;
  const what = failed === 0 ? 'unpaid' : PAYMENT_REQUIRED === 0 ? 'failed' : 'failed or unpaid';
  return { total, label: `Retry ${count(total)} ${what}` };
};
