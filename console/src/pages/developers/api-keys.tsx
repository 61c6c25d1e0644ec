import type { ApiKey, Role } from 'darkroom-client';
import { api } from '../../api.ts';
import { CopyField } from '../../parts/copy/copy-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntryList } from '../../parts/forms/entry-list.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { RoleField } from '../../parts/forms/role-field.tsx';
import type { Column } from '../../parts/listing.tsx';
import { Notice } from '../../parts/notice.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ROLE_NAMES } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

const DAY_MS = 86_400_000;

const COLUMNS: Column<ApiKey>[] = [
  { title: 'Key', cell: ({ name }) => name },
  { title: 'Role', kind: 'nowrap', cell: ({ role }) => ROLE_NAMES[role] },
  { title: 'Created', kind: 'nowrap', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    title: 'Last used',
    kind: 'nowrap',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never'),
  },
  {
    title: 'Expires',
    kind: 'nowrap',
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'Never'),
  },
];

/** The API keys of the organization. */
export const ApiKeys = () => {
  const { id } = useSignedIn().organization;
  return (
    <EntryList
      title="API keys"
      about="For your servers and scripts. Send a key in the header “Authorization: Bearer”. It gives access to this organization only."
      caption="API keys"
      queryKey={['keys', id]}
      load={(signal) =>
        api.get('/v1/organization/{id}/keys', { path: { id }, query: { limit: 1000 }, signal })
      }
      columns={COLUMNS}
      keyOf={(key) => key.id}
      empty={<Empty title="No API keys">Create a key above.</Empty>}
      add={{
        row: 'three',
        fields: (
          <>
            <TextField label="Name" name="name" placeholder="Shop import" required maxLength={200} />
            <RoleField first="operator" />
            <SelectField label="Expires" name="days" defaultValue="0">
              <option value="0">Never</option>
              <option value="30">In 30 days</option>
              <option value="90">In 90 days</option>
              <option value="365">In a year</option>
            </SelectField>
          </>
        ),
        button: 'Create key',
        send: (fields) => {
          const days = Number(fields.get('days'));
          const body = {
            name: String(fields.get('name')),
            role: fields.get('role') as Role,
            expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
          };
          return api.post('/v1/organization/{id}/keys', { path: { id }, body });
        },
        made: ({ key }) => (
          <>
            <CopyField label="New key" value={key} />
            <Notice>Copy the key now. It is not shown again.</Notice>
          </>
        ),
      }}
      remove={{
        label: 'Revoke',
        about: ({ name }) => name,
        title: ({ name }) => `Revoke ${name}?`,
        sentence: () => 'Requests with this key are refused within seconds. This cannot be undone.',
        send: (key) => api.delete('/v1/organization/{id}/keys/{keyId}', { path: { id, keyId: key.id } }),
      }}
    />
  );
};
