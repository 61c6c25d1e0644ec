import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queries } from '../api.ts';
import { count } from '../format.ts';
import { showToast } from '../frame/toasts.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { useComponentTitles } from '../workflows/component-titles.ts';
import type { DetailedBatch } from './batches.ts';
import { type FailureGroup, useFailureGroups } from './failure-groups.ts';

/** Failed and unpaid images by reason, the most frequent first. */
export const BatchFailures = ({ batch }: { batch: DetailedBatch }) => {
  const groups = useFailureGroups(batch);
  if (!groups || groups.length === 0) return null;
  return (
    <section className="section" aria-labelledby="failures">
      <h2 id="failures">Failures by reason</h2>
      <div className="card flush">
        {groups.map((group) => (
          <Group key={group.code} batch={batch} group={group} />
        ))}
      </div>
    </section>
  );
};

const Group = ({ batch, group }: { batch: DetailedBatch; group: FailureGroup }) => {
  const { role } = useSignedIn().organization;
  const { id, organizationId: organization } = batch;
  const { code, message, component, names, total } = group;
  const titleOf = useComponentTitles();
  const retry = useMutation({
    mutationFn: () =>
      api.post('/v1/workflow/execution/bulk/retry', { query: { organization, batch: id, errorCode: code } }),
    onSuccess: ({ matched }) => {
      showToast(matched === 1 ? '1 image runs again.' : `${count(matched)} images run again.`);
      queries.invalidateQueries({ queryKey: ['batch', organization, id] });
      queries.invalidateQueries({ queryKey: ['executions', organization] });
    },
  });
  return (
    <div className="failure">
      <strong className="failure-count">{count(total)}</strong>
      <div className="failure-words">
        <span>{message}</span>
        <span className="sub">
          {component && `Step ${titleOf(component)} · `}
          <code>{code}</code> · {names.join(', ')}
          {total > names.length && ' …'}
        </span>
        <ErrorNotice error={retry.error} />
      </div>
      <div className="actions">
        <Link
          to="/executions"
          search={{ batch: id, errorCode: code, sort: 'createdAt' }}
          className="button quiet"
        >
          Show<span className="hidden"> images: {message}</span>
        </Link>
        {mayRun(role) && (
          <button type="button" className="button" disabled={retry.isPending} onClick={() => retry.mutate()}>
            Retry {count(total)}
          </button>
        )}
      </div>
    </div>
  );
};
