import type { AnswerOf, Role } from 'darkroom-client';
import { api } from '../../api.ts';
import { CopyField } from '../../parts/copy/copy-field.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntryList } from '../../parts/forms/entry-list.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { RoleField } from '../../parts/forms/role-field.tsx';
import type { Column } from '../../parts/listing.tsx';
import { Notice } from '../../parts/notice.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ROLE_NAMES } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

type Invitation = AnswerOf<'get', '/v1/organization/{id}/invitations'>['entries'][number];

const COLUMNS: Column<Invitation>[] = [
  { title: 'Invited', cell: ({ email }) => email },
  { title: 'Role', kind: 'nowrap', cell: ({ role }) => ROLE_NAMES[role] },
  { title: 'Expires', kind: 'nowrap', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
];

/** The open invitations of the organization. */
export const Invitations = () => {
  const { id } = useSignedIn().organization;
  return (
    <EntryList
      title="Invitations"
      caption="Open invitations"
      queryKey={['invitations', id]}
      load={(signal) =>
        api.get('/v1/organization/{id}/invitations', { path: { id }, query: { limit: 1000 }, signal })
      }
      columns={COLUMNS}
      keyOf={(invitation) => invitation.id}
      empty={<Empty title="No open invitations">Invite someone by e-mail above.</Empty>}
      add={{
        fields: (
          <>
            <TextField label="E-mail" name="email" type="email" autoComplete="off" required maxLength={320} />
            <RoleField first="operator" />
          </>
        ),
        button: 'Invite',
        send: (fields) => {
          const body = { email: String(fields.get('email')), role: fields.get('role') as Role };
          return api.post('/v1/organization/{id}/invitations', { path: { id }, body });
        },
        made: ({ url, email }) => (
          <>
            <CopyField label="Invitation link" value={url} />
            <Notice>Send this link to {email}. It works once and is not shown again.</Notice>
          </>
        ),
      }}
      remove={{
        label: 'Withdraw',
        about: ({ email }) => `the invitation of ${email}`,
        title: () => 'Withdraw the invitation?',
        sentence: ({ email }) => `The link sent to ${email} stops working.`,
        send: (invitation) =>
          api.delete('/v1/organization/{id}/invitations/{invitationId}', {
            path: { id, invitationId: invitation.id },
          }),
      }}
    />
  );
};
