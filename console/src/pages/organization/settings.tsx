import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queries } from '../../api.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

/** How the organization wants its executions run. */
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
          The same pictures with the same workflow and settings are answered with the result that is there
          already, and changed late steps go on from what the early ones made. Charged as usual; such results
          are marked as reused.
        </p>
        <ErrorNotice error={change.error} />
      </div>
    </section>
  );
};
