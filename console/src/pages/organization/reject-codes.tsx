import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { useSignedIn } from '../../session/session.ts';

/** The codes that reviewers choose from when they reject a result. The first nine have the keys 1 to 9. */
export const RejectCodes = () => {
  const { id } = useSignedIn().organization;
  const queryKey = ['reject-codes', id];
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/v1/organization/{id}/reject-codes', { path: { id }, signal }),
  });
  const save = useMutation({
    mutationFn: (entries: string[]) =>
      api.put('/v1/organization/{id}/reject-codes', { path: { id }, body: { entries } }),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      setTyped('');
    },
  });
  const codes = data?.entries ?? [];
  const remove = (code: string) =>
    save.mutate(
      codes.filter((one) => one !== code),
      { onSuccess: () => showToast(`${code} removed.`, { run: () => save.mutate([...codes]) }) },
    );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate([...codes, typed]);
      }}
    >
      <ErrorNotice error={error} retry={() => refetch()} />
      <div className="field">
        <span className="label">Reject codes</span>
        {data && codes.length === 0 && <span className="hint">No codes yet.</span>}
        <ul className="code-list" aria-label="Reject codes">
          {codes.map((code) => (
            <li key={code}>
              {code}
              <button type="button" aria-label={`Remove ${code}`} onClick={() => remove(code)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="add-code">
        <TextField
          label="New code"
          placeholder="edge-cut-off"
          value={typed}
          pattern="[a-z0-9][a-z0-9\-]{0,63}"
          title="Lower-case letters, digits and dashes"
          hint="Reviewers choose the first nine with the keys 1 to 9."
          required
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="button" disabled={!data || save.isPending}>
          Add code
        </button>
      </div>
      <ErrorNotice error={save.error} />
    </form>
  );
};
