import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { TextField } from '../../parts/field.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';

type ConnectedApp = AnswerOf<'get', '/v1/oauth-client'>['entries'][number];

const KEY = ['apps'];
const refresh = () => queries.invalidateQueries({ queryKey: KEY });

const COLUMNS: Column<ConnectedApp>[] = [
  {
    title: 'App',
    cell: ({ name, clientId }) => (
      <>
        {name}
        <span className="sub">{clientId}</span>
      </>
    ),
  },
  {
    title: 'Refresh tokens',
    cell: ({ rotateRefreshTokens }) => (rotateRefreshTokens ? 'Rotated' : 'Not rotated'),
  },
  {
    title: 'Registered',
    kind: 'nowrap',
    cell: ({ builtIn, createdAt }) => (builtIn ? 'Built in' : <Moment at={createdAt} />),
  },
  {
    title: 'Actions',
    kind: 'act',
    cell: ({ builtIn, clientId, name }) =>
      builtIn ? null : (
        <ConfirmButton
          label="Remove"
          about={name}
          title={`Remove ${name}?`}
          sentence="Disconnects this app in every organization."
          confirm="Remove"
          onConfirm={async () => {
            await api.delete('/v1/oauth-client/{clientId}', { path: { clientId } });
            await refresh();
          }}
        />
      ),
  },
];

/** The OAuth clients that users may connect. Only the administrator of the installation sees this page. */
export const Apps = () => {
  const apps = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get('/v1/oauth-client', { query: { limit: 1000 }, signal }),
  });
  const register = useMutation({
    mutationFn: (body: { clientId: string; name: string; rotateRefreshTokens: boolean }) =>
      api.post('/v1/oauth-client', { body }),
    onSuccess: refresh,
  });
  return (
    <section className="section" aria-labelledby="apps">
      <h2 id="apps">Connected apps</h2>
      <p>
        Only these apps can ask users to connect them with a code. The list applies to the whole installation.
      </p>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = new FormData(form);
          register.mutate(
            {
              clientId: String(fields.get('clientId')),
              name: String(fields.get('name')),
              rotateRefreshTokens: fields.has('rotate'),
            },
            { onSuccess: () => form.reset() },
          );
        }}
      >
        <div className="form-row apps">
          <TextField label="Name" name="name" required maxLength={200} />
          <TextField label="Client ID" name="clientId" autoComplete="off" required maxLength={255} />
          <label className="check">
            <input type="checkbox" name="rotate" /> Rotate refresh tokens
          </label>
          <button type="submit" className="button primary" disabled={register.isPending}>
            Register
          </button>
        </div>
        <ErrorNotice error={register.error} />
      </form>
      <Listing
        caption="Apps that users can connect"
        columns={COLUMNS}
        query={apps}
        keyOf={({ clientId }) => clientId}
        empty={<Empty title="No apps">Register an app above.</Empty>}
      />
    </section>
  );
};
