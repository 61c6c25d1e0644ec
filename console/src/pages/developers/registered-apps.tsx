import type { AnswerOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntryList } from '../../parts/forms/entry-list.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import type { Column } from '../../parts/listing.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { AppName } from './app-name.tsx';

type RegisteredApp = AnswerOf<'get', '/v1/oauth-client'>['entries'][number];

const COLUMNS: Column<RegisteredApp>[] = [
  { title: 'App', cell: ({ name, clientId }) => <AppName name={name} clientId={clientId} /> },
  {
    title: 'Refresh tokens',
    cell: ({ rotateRefreshTokens }) => (rotateRefreshTokens ? 'Rotated' : 'Not rotated'),
  },
  {
    title: 'Registered',
    kind: 'nowrap',
    cell: ({ builtIn, createdAt }) => (builtIn ? 'Built in' : <RelativeTime at={createdAt} />),
  },
];

/** The OAuth clients that people may connect. Only the administrator of the installation sees this list. */
export const RegisteredApps = () => (
  <EntryList
    title="Registered apps"
    about="Only these apps can ask people to connect them with a code. The list applies to the whole installation."
    caption="Apps that people can connect"
    queryKey={['apps']}
    load={(signal) => api.get('/v1/oauth-client', { query: { limit: 1000 }, signal })}
    columns={COLUMNS}
    keyOf={({ clientId }) => clientId}
    empty={<Empty title="No apps">Register an app above.</Empty>}
    add={{
      row: 'three',
      fields: (
        <>
          <TextField label="Name" name="name" required maxLength={200} />
          <TextField label="Client ID" name="clientId" autoComplete="off" required maxLength={255} />
          <label className="check">
            <input type="checkbox" name="rotate" /> Rotate refresh tokens
          </label>
        </>
      ),
      button: 'Register',
      send: (fields) => {
        const body = {
          clientId: String(fields.get('clientId')),
          name: String(fields.get('name')),
          rotateRefreshTokens: fields.has('rotate'),
        };
        return api.post('/v1/oauth-client', { body });
      },
    }}
    remove={{
      label: 'Remove',
      about: ({ name }) => name,
      title: ({ name }) => `Remove ${name}?`,
      sentence: () => 'Disconnects this app in every organization.',
      send: ({ clientId }) => api.delete('/v1/oauth-client/{clientId}', { path: { clientId } }),
      offered: ({ builtIn }) => !builtIn,
    }}
  />
);
