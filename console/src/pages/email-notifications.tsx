import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { useSignedIn } from '../session/session.ts';

type Answer = AnswerOf<'get', '/v1/account/notices'>;
type Kind = keyof Answer['notices'];

const KINDS: Record<Kind, { label: string; hint: string }> = {
  'batch.completed': { label: 'A batch is done', hint: 'All its executions are completed or have failed.' },
  'qa.waiting': { label: 'Results are waiting for review', hint: 'For owners, admins and reviewers.' },
  'credits.low': {
    label: 'Credits run low',
    hint: 'They have fallen below the threshold of the organization. For owners and admins.',
  },
};

/** The e-mails that the person gets. Each choice is saved at once. */
export const EmailNotifications = () => {
  const { user } = useSignedIn();
  const queryKey = ['notices', user.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/v1/account/notices', { signal }),
  });
  const change = useMutation({
    mutationFn: (notices: Partial<Answer['notices']>) =>
      api.put('/v1/account/notices', { body: { notices } }),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  });
  const isOn = (kind: Kind): boolean =>
    (change.isPending ? change.variables[kind] : undefined) ?? data?.notices[kind] ?? false;
  return (
    <section className="card" aria-labelledby="notices">
      <h2 id="notices">E-mail notifications</h2>
      <p>Sent to {user.email}, for all your organizations.</p>
      <ErrorNotice error={error} retry={() => refetch()} />
      {data?.mailServer === false && (
        <Notice>
          This service has no mail server, so no e-mail is sent. Your choices are kept for later.
        </Notice>
      )}
      <div className="form">
        {Object.entries(KINDS).map(([kind, { label, hint }]) => (
          <label key={kind} className="check">
            <input
              type="checkbox"
              checked={isOn(kind as Kind)}
              disabled={!data || change.isPending}
              onChange={({ target }) => change.mutate({ [kind]: target.checked })}
            />
            <span>
              {label}
              <span className="check-hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <ErrorNotice error={change.error} />
    </section>
  );
};
