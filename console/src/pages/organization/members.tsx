import { useMutation, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Role } from 'darkroom-client';
import { useState } from 'react';
import { api, queries, SESSION_KEY } from '../../api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { RoleOptions } from '../../parts/forms/role-field.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayManage, ROLE_NAMES, ROLE_SENTENCES } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { Invitations } from './invitations.tsx';

type Member = AnswerOf<'get', '/v1/organization/{id}/members'>['entries'][number];

export const Members = () => {
  const { organization, user } = useSignedIn();
  const { id, role: ownRole } = organization;
  const manages = mayManage(ownRole);
  const members = useQuery({
    queryKey: ['members', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/members', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['members', id] });
  const remove = async ({ userId }: Member) => {
    await api.delete('/v1/organization/{id}/members/{userId}', { path: { id, userId } });
    await (userId === user.id ? queries.invalidateQueries({ queryKey: SESSION_KEY }) : refresh());
  };
  const mayTouch = ({ role }: Member) => manages && (ownRole === 'owner' || role !== 'owner');

  const columns: Column<Member>[] = [
    {
      title: 'Member',
      cell: ({ name, email, userId }) => (
        <>
          {name}
          {userId === user.id && ' (you)'}
          <span className="sub">{email}</span>
        </>
      ),
    },
    {
      title: 'Role',
      cell: (member) =>
        mayTouch(member) ? (
          <RoleSelect organizationId={id} member={member} onDone={refresh} />
        ) : (
          <span title={ROLE_SENTENCES[member.role]}>{ROLE_NAMES[member.role]}</span>
        ),
    },
    {
      title: 'Actions',
      kind: 'act',
      cell: (member) => {
        const isSelf = member.userId === user.id;
        return (
          <>
            {mayTouch(member) && !isSelf && <ResetLink organizationId={id} member={member} />}
            {(isSelf || mayTouch(member)) && (
              <ConfirmButton
                label={isSelf ? 'Leave' : 'Remove'}
                about={isSelf ? organization.name : member.name}
                title={isSelf ? `Leave ${organization.name}?` : `Remove ${member.name}?`}
                sentence={
                  isSelf
                    ? 'You lose access within seconds. To return, you need a new invitation.'
                    : `${member.email} loses access within seconds. Their API keys and connected apps in this organization stop working too.`
                }
                confirm={isSelf ? 'Leave' : 'Remove'}
                onConfirm={() => remove(member)}
              />
            )}
          </>
        );
      },
    },
  ];
  return (
    <>
      <section className="section" aria-labelledby="members">
        <h2 id="members">Members</h2>
        <Listing
          caption="Members and their roles"
          columns={columns}
          query={members}
          keyOf={({ userId }) => userId}
          empty={<Empty title="No members">Invite the first person below.</Empty>}
        />
      </section>
      {manages && <Invitations />}
    </>
  );
};

const RoleSelect = ({
  organizationId,
  member,
  onDone,
}: {
  organizationId: string;
  member: Member;
  onDone: () => unknown;
}) => {
  const change = useMutation({
    mutationFn: (role: Role) =>
      api.put('/v1/organization/{id}/members/{userId}', {
        path: { id: organizationId, userId: member.userId },
        body: { role },
      }),
    onSettled: onDone,
  });
  return (
    <>
      <select
        className="select inline"
        aria-label={`Role of ${member.name}`}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.value as Role)}
      >
        <RoleOptions />
      </select>
      <span className="sub">{ROLE_SENTENCES[member.role]}</span>
      <ErrorNotice error={change.error} />
    </>
  );
};

/** Creates a password reset link that the user copies and passes on, so that no mail server is needed. */
const ResetLink = ({ organizationId, member }: { organizationId: string; member: Member }) => {
  const [open, setOpen] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      api.post('/v1/organization/{id}/members/{userId}/password-reset', {
        path: { id: organizationId, userId: member.userId },
      }),
  });
  const close = () => {
    setOpen(false);
    create.reset();
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        Reset password<span className="hidden"> for {member.name}</span>
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={`Reset the password of ${member.name}`}
        description="Create a link with which they set a new password. The link works once and is not shown again. Send it over a channel you trust."
      >
        <ErrorNotice error={create.error} />
        {create.data && <CopyField label="Link" value={create.data.url} />}
        <div className="actions end">
          <button type="button" className="button" onClick={close}>
            Close
          </button>
          {!create.data && (
            <button
              type="button"
              className="button primary"
              disabled={create.isPending}
              onClick={() => create.mutate()}
            >
              Create link
            </button>
          )}
        </div>
      </Dialog>
    </>
  );
};
