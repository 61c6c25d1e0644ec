import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Role } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { ROLE_SENTENCES, rolesGivenBy } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

type Invitation = AnswerOf<'get', '/v1/organization/{id}/invitations'>['entries'][number];

export const Invitations = () => {
  const { organization } = useSignedIn();
  const { id } = organization;
  const invitations = useQuery({
    queryKey: ['invitations', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/invitations', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['invitations', id] });
  const invite = useMutation({
    mutationFn: (body: { email: string; role: Role }) =>
      api.post('/v1/organization/{id}/invitations', { path: { id }, body }),
    onSuccess: refresh,
  });
  const columns: Column<Invitation>[] = [
    { title: 'Invited', cell: ({ email }) => email },
    { title: 'Role', kind: 'nowrap', cell: ({ role }) => role },
    { title: 'Expires', kind: 'nowrap', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    {
      title: 'Actions',
      kind: 'act',
      cell: ({ id: invitationId, email }) => (
        <ConfirmButton
          label="Withdraw"
          about={`the invitation of ${email}`}
          title="Withdraw the invitation?"
          sentence={`The link sent to ${email} stops working.`}
          confirm="Withdraw"
          onConfirm={async () => {
            const path = { id, invitationId };
            await api.delete('/v1/organization/{id}/invitations/{invitationId}', { path });
            await refresh();
          }}
        />
      ),
    },
  ];
  return (
    <section className="section" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const fields = new FormData(form);
          invite.mutate(
            { email: String(fields.get('email')), role: fields.get('role') as Role },
            { onSuccess: () => form.reset() },
          );
        }}
      >
        <div className="form-row">
          <TextField label="E-mail" name="email" type="email" autoComplete="off" required maxLength={320} />
          <SelectField label="Role" name="role" defaultValue="operator">
            {rolesGivenBy(organization.role).map((role) => (
              <option key={role} value={role} title={ROLE_SENTENCES[role]}>
                {role}
              </option>
            ))}
          </SelectField>
          <button type="submit" className="button primary" disabled={invite.isPending}>
            Invite
          </button>
        </div>
        <ErrorNotice error={invite.error} />
        {invite.data && (
          <>
            <CopyField label="Invitation link" value={invite.data.url} />
            <Notice>Send this link to {invite.data.email}. It works once and is not shown again.</Notice>
          </>
        )}
      </form>
      <Listing
        caption="Open invitations"
        columns={columns}
        query={invitations}
        keyOf={({ id: key }) => key}
        empty={<Empty title="No open invitations">Invite someone by e-mail above.</Empty>}
      />
    </section>
  );
};
