import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { count } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

type LimitsOf = AnswerOf<'get', '/v1/organization/{id}/limits'>;

/** The organization's own limits: members read them, the platform administrator changes them. */
export const Limits = () => {
  const { organization, user } = useSignedIn();
  const { id } = organization;
  const { data, error, refetch } = useQuery({
    queryKey: ['limits', id],
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/limits', { path: { id }, signal }),
  });
  return (
    <>
      <ErrorNotice error={error} retry={() => refetch()} />
      {data && (user.platformAdministrator ? <LimitsForm limits={data} /> : <LimitsRead {...data} />)}
    </>
  );
};

const LimitsRead = ({ requestsPerMinute, belowCost }: LimitsOf) => (
  <>
    <dl className="facts">
      <dt>Requests per minute</dt>
      <dd>{requestsPerMinute ? `${count(requestsPerMinute)} for each credential` : 'Service default'}</dd>
      <dt>Prices below cost</dt>
      <dd>{belowCost ? 'Allowed' : 'Not allowed'}</dd>
    </dl>
    <p className="hint">Only the platform administrator can change limits.</p>
  </>
);

const LimitsForm = ({ limits }: { limits: LimitsOf }) => {
  const { id } = useSignedIn().organization;
  const change = useMutation({
    mutationFn: (body: LimitsOf) => api.put('/v1/organization/{id}/limits', { path: { id }, body }),
    onSuccess: (changed) => {
      queries.setQueryData(['limits', id], changed);
      showToast('Limits saved.');
    },
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const typed = String(fields.get('requests'));
        change.mutate({
          requestsPerMinute: typed === '' ? null : Number(typed),
          belowCost: fields.has('belowCost'),
        });
      }}
    >
      <TextField
        label="Requests per minute"
        name="requests"
        type="number"
        step="1"
        min={1}
        max={100_000_000}
        defaultValue={limits.requestsPerMinute ?? ''}
        placeholder="Service default"
        hint="For each key, connected app and session of this organization."
      />
      <label className="check">
        <input type="checkbox" name="belowCost" defaultChecked={limits.belowCost} />
        Allow workflows with prices below cost
      </label>
      <ErrorNotice error={change.error} />
      <div className="actions">
        <button type="submit" className="button" disabled={change.isPending}>
          Save limits
        </button>
      </div>
    </form>
  );
};
