import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Status } from 'darkroom-client';
import { api } from '../../api.ts';
import { count } from '../../format.ts';

const WAITING_MS = 10_000;

type Counts = Record<'FAILED' | 'PAYMENT_REQUIRED' | 'IN_QA', number>;

const today = (): Date => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
};

/** A date such as 2026-01-31 in the reader's time zone. */
const dateOf = (day: Date): string => day.toLocaleDateString('sv-SE');

/** The number of executions that failed today, and the numbers of all executions that are unpaid or in review. */
export const attentionQuery = (organization: string) =>
  queryOptions({
    queryKey: ['attention', organization],
    queryFn: async ({ signal }): Promise<Counts> => {
      const total = async (status: Status, more: { createdAfter?: string } = {}) => {
        const query = { organization, status: [status], limit: 0, ...more };
        return (await api.get('/v2/workflow/execution', { query, signal })).total;
      };
      const [FAILED, PAYMENT_REQUIRED, IN_QA] = await Promise.all([
        total('FAILED', { createdAfter: today().toISOString() }),
        total('PAYMENT_REQUIRED'),
        total('IN_QA'),
      ]);
      return { FAILED, PAYMENT_REQUIRED, IN_QA };
    },
    refetchInterval: WAITING_MS,
  });

/** Links to the executions that need a person: failed, unpaid and in review. Shows nothing when there are none. */
export const Attention = ({ counts }: { counts: Counts | undefined }) => {
  if (!counts || counts.FAILED + counts.PAYMENT_REQUIRED + counts.IN_QA === 0) return null;
  return (
    <section className="section" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <div className="attention">
        {counts.FAILED > 0 && (
          <Link
            to="/executions"
            search={{ status: ['FAILED'], from: dateOf(today()) } as never}
            data-status="FAILED"
          >
            <strong>{count(counts.FAILED)}</strong> failed today
          </Link>
        )}
        {counts.PAYMENT_REQUIRED > 0 && (
          <Link
            to="/executions"
            search={{ status: ['PAYMENT_REQUIRED'] } as never}
            data-status="PAYMENT_REQUIRED"
          >
            <strong>{count(counts.PAYMENT_REQUIRED)}</strong>{' '}
            {counts.PAYMENT_REQUIRED === 1 ? 'needs credits' : 'need credits'}
          </Link>
        )}
        {counts.IN_QA > 0 && (
          <Link to="/review" data-status="IN_QA">
            <strong>{count(counts.IN_QA)}</strong> in review
          </Link>
        )}
      </div>
    </section>
  );
};
