import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Execution } from 'darkroom-client';
import { api } from '../api.ts';
import { ERROR_CODES, type ErrorCode } from '../executions/error-codes.ts';
import { count } from '../format.ts';
import type { DetailedBatch } from './batches.ts';

/** Error codes of executions that people ended on purpose. A retry of the whole batch leaves those executions out. */
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

/** Up to this many failures are read in one call. With more of them, there is one call for each reason. */
const MAX_AT_ONCE = 200;
const NAMED = 3;

/** Groups the failures of a batch by their reason. */
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
      if (wrong > MAX_AT_ONCE) {
        const codes = Object.keys(ERROR_CODES) as ErrorCode[];
        const groups = await Promise.all(
          codes.map(async (code) => {
            const { entries, total } = await list({ errorCode: code, limit: NAMED });
            return groupOf(code, entries, total);
          }),
        );
        return groups.filter(({ total }) => total > 0);
      }
      const { entries } = await list({ limit: MAX_AT_ONCE });
      return Object.entries(Object.groupBy(entries, codeOf)).map(([code, group = []]) =>
        groupOf(code, group, group.length),
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
  names: group.slice(0, NAMED).map(({ inputFileName }) => inputFileName),
  total,
  isRetried: !BY_PEOPLE.includes(code),
});

/** The groups, the largest first. Undefined until they are loaded. */
export const useFailureGroups = (batch: DetailedBatch): FailureGroup[] | undefined => {
  const { data } = useQuery(failureGroups(batch.organizationId, batch));
  const { FAILED, PAYMENT_REQUIRED } = batch.counts;
  return FAILED + PAYMENT_REQUIRED === 0 ? [] : data?.toSorted((one, other) => other.total - one.total);
};

/**
 * The number of executions that a retry of the batch would run again, and the label of its button. The number is 0
 * until the failures are loaded by reason: the batch's count of failed executions includes canceled and rejected
 * ones, which are not run again.
 */
export const useRetriable = (batch: DetailedBatch): { total: number; label: string } => {
  const { FAILED, PAYMENT_REQUIRED } = batch.counts;
  const groups = useFailureGroups(batch);
  const ended = (groups ?? [])
    .filter(({ isRetried }) => !isRetried)
    .reduce((sum, { total }) => sum + total, 0);
  const failed = Math.max(0, FAILED - ended);
  const total = groups ? failed + PAYMENT_REQUIRED : 0;
  const what = failed === 0 ? 'unpaid' : PAYMENT_REQUIRED === 0 ? 'failed' : 'failed or unpaid';
  return { total, label: `Retry ${count(total)} ${what}` };
};
