import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queries } from '../../api.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

/** The settings of the organization. */
export const OrganizationSettings = () => {
  const { organization } = useSignedIn();
  const queryKey = ['settings', organization.id];
  const path = { id: organization.id };
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/settings', { path, signal }),
  });
  const change = useMutation({
    mutationFn: (reuseResults: boolean) =>
      api.put('/v1/organization/{id}/settings', { path, body: { reuseResults } }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
  return (
    <section className="section" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <ErrorNotice error={error} retry={() => refetch()} />
      <div className="card">
        <label className="check">
          <input
            type="checkbox"
            checked={change.isPending ? change.variables : (data?.reuseResults ?? false)}
            disabled={!data || change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          Reuse results
        </label>
        <p className="hint">
          The same images with the same workflow and settings return the existing result. If only later steps
          have changed, the execution continues from the stored result of the earlier steps. The price stays
          the same, and the execution is marked as reused.
        </p>
        <ErrorNotice error={change.error} />
      </div>
    </section>
  );
};
