import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiKey, Role } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { rolesGivenBy } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

const DAY_MS = 86_400_000;

export const Keys = () => {
  const { organization } = useSignedIn();
  const { id } = organization;
  const keys = useQuery({
    queryKey: ['keys', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/keys', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['keys', id] });
  const create = useMutation({
    mutationFn: ({ name, role, days }: { name: string; role: Role; days: number }) => {
      const expiresAt = days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
      return api.post('/v1/organization/{id}/keys', { path: { id }, body: { name, role, expiresAt } });
    },
    onSuccess: refresh,
  });
  const columns: Column<ApiKey>[] = [
    { title: 'Key', cell: ({ name }) => name },
    { title: 'Role', kind: 'nowrap', cell: ({ role }) => role },
    { title: 'Created', kind: 'nowrap', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: 'Last used',
      kind: 'nowrap',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'never'),
    },
    {
      title: 'Expires',
      kind: 'nowrap',
      cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : 'never'),
    },
    {
      title: 'Actions',
      kind: 'act',
      cell: ({ id: keyId, name }) => (
        <ConfirmButton
          label="Revoke"
          about={name}
          title={`Revoke ${name}?`}
          sentence="Requests with this key are refused within seconds. This cannot be undone."
          confirm="Revoke"
          onConfirm={async () => {
            await api.delete('/v1/organization/{id}/keys/{keyId}', { path: { id, keyId } });
            await refresh();
          }}
        />
      ),
    },
  ];
  return (
    <section className="section" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p>
        For your servers and scripts. Send a key in the header Authorization: Bearer. It gives access to this
        organization only.
      </p>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = new FormData(form);
          create.mutate(
            {
              name: String(fields.get('name')),
              role: fields.get('role') as Role,
              days: Number(fields.get('days')),
            },
            { onSuccess: () => form.reset() },
          );
        }}
      >
        <div className="form-row keys">
          <TextField label="Name" name="name" placeholder="Shop import" required maxLength={200} />
          <SelectField label="Role" name="role" defaultValue="operator">
            {rolesGivenBy(organization.role).map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </SelectField>
          <SelectField label="Expires" name="days" defaultValue="0">
            <option value="0">never</option>
            <option value="30">in 30 days</option>
            <option value="90">in 90 days</option>
            <option value="365">in a year</option>
          </SelectField>
          <button type="submit" className="button primary" disabled={create.isPending}>
            Create key
          </button>
        </div>
        <ErrorNotice error={create.error} />
        {create.data && (
          <>
            <CopyField label="New key" value={create.data.key} />
            <Notice>Copy the key now. It is not shown again.</Notice>
          </>
        )}
      </form>
      <Listing
        caption="API keys"
        columns={columns}
        query={keys}
        keyOf={({ id: key }) => key}
        empty={<Empty title="No API keys">Create a key above.</Empty>}
      />
    </section>
  );
};
