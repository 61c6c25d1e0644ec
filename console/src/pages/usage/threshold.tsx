import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queries } from '../../api.ts';
import { credits } from '../../format.ts';
import { showToast } from '../../frame/toasts.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

/** The number of credits below which people and programs are warned. */
export const Threshold = () => {
  const { id } = useSignedIn().organization;
  const queryKey = ['settings', id];
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/settings', { path: { id }, signal }),
  });
  const change = useMutation({
    mutationFn: (creditsLowAt: number | null) =>
      api.put('/v1/organization/{id}/settings', { path: { id }, body: { creditsLowAt } }),
    onSuccess: (changed) => {
      queries.setQueryData(queryKey, changed);
      showToast(
        changed.creditsLowAt === null
          ? 'No warning is sent.'
          : `Warning below ${credits(changed.creditsLowAt)}.`,
      );
    },
  });
  const current = settings.data?.creditsLowAt ?? null;
  return (
    <section className="section" aria-labelledby="low-credits">
      <h2 id="low-credits">Low credits</h2>
      <form
        className="threshold"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('threshold'));
          change.mutate(text === '' ? null : Number(text));
        }}
      >
        <TextField
          key={current}
          label="Warn below"
          name="threshold"
          type="number"
          min={1}
          max={1_000_000_000_000}
          step="1"
          defaultValue={current ?? ''}
          placeholder="No warning"
          disabled={!settings.data}
        />
        <button type="submit" className="button" disabled={!settings.data || change.isPending}>
          Save
        </button>
        <p className="hint">
          Below this number of available credits, the event credits.low goes to your{' '}
          <Link to="/developers/webhooks">webhooks</Link>, and a mail to owners and admins who{' '}
          <Link to="/account">chose it</Link>.
        </p>
        <ErrorNotice error={settings.error ?? change.error} />
      </form>
    </section>
  );
};
