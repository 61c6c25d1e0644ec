import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AnswerOf, urlOf } from 'darkroom-client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { count, moment } from '../../format.ts';
import { Empty } from '../../parts/empty.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { useSignedIn } from '../../session/session.ts';

type Entry = AnswerOf<'get', '/v1/organization/{id}/audit-log'>['entries'][number];

const PAGE = 50;

const ACTIONS: Record<string, string> = {
  'organization.create': 'Organization created',
  'organization.rename': 'Organization renamed',
  'organization.configure': 'Settings changed',
  'organization.limit': 'Limits changed',
  'member.join': 'Member joined',
  'member.change-role': 'Role changed',
  'member.remove': 'Member removed',
  'member.leave': 'Member left',
  'invitation.create': 'Invited',
  'invitation.revoke': 'Invitation withdrawn',
  'invitation.void': 'Invitation voided: permissions changed',
  'password-reset.create': 'Password reset link created',
  'password-reset.void': 'Password reset link voided: permissions changed',
  'password.reset': 'Password reset',
  'password.change': 'Password changed',
  'address.prove': 'E-mail address verified; old password, sessions and keys removed',
  'key.create': 'API key created',
  'key.revoke': 'API key revoked',
  'device.connect': 'Device connected',
  'device.disconnect': 'Device disconnected',
  'device.revoke': 'Device disconnected',
  'oauth-client.register': 'App registered',
  'oauth-client.remove': 'App removed',
  'administrator.add': 'Administrator added',
  'administrator.remove': 'Administrator removed',
  'credits.grant': 'Credits granted',
  'credits.withdrawal': 'Credits withdrawn',
  'workflow.save': 'Workflow saved',
  'workflow.archive': 'Workflow archived',
  'execution.approve': 'Result approved',
  'execution.reject': 'Result rejected',
  'execution.cancel': 'Execution canceled',
};

const COLUMNS: Column<Entry>[] = [
  { title: 'Time', kind: 'nowrap', cell: ({ at }) => <time dateTime={at}>{moment(at)}</time> },
  { title: 'User', cell: ({ userEmail }) => userEmail ?? 'Darkroom' },
  { title: 'Action', cell: ({ action }) => ACTIONS[action] ?? action },
  {
    title: 'Subject',
    cell: ({ action, subject, detail }) => (
      <div title={`${subject} ${JSON.stringify(detail)}`}>
        <Subject action={action} subject={subject} detail={detail} />
        <span className="sub">{wordsOf(detail)}</span>
      </div>
    ),
  },
];

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** The details that can name the subject, in order of preference. Ids are left to the CSV, which scripts read. */
const NAMES = ['name', 'email', 'clientId'];

const Subject = ({ action, subject, detail }: Pick<Entry, 'action' | 'subject' | 'detail'>) => {
  if (action.startsWith('execution.'))
    return (
      <Link to="/execution/$id" params={{ id: subject }}>
        Execution
      </Link>
    );
  const name = NAMES.map((key) => detail[key]).find((value) => typeof value === 'string');
  return name ?? (ID.test(subject) ? '' : subject);
};

const wordsOf = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([key, value]) => !NAMES.includes(key) && value !== null && !ID.test(String(value)))
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

export const AuditLog = () => {
  const { id } = useSignedIn().organization;
  const [offset, setOffset] = useState(0);
  const log = useQuery({
    queryKey: ['audit-log', id, offset],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/audit-log', { path: { id }, query: { limit: PAGE, offset }, signal }),
    placeholderData: (previous) => previous,
  });
  const total = log.data?.total ?? 0;
  return (
    <section className="section" aria-labelledby="audit-log">
      <div className="page-head">
        <h2 id="audit-log">Audit log</h2>
        <a className="button" href={urlOf('/v1/organization/{id}/audit-log.csv', { id })} download>
          Download CSV
        </a>
      </div>
      <Listing
        caption="Audit log, newest first"
        columns={COLUMNS}
        query={log}
        keyOf={({ id: key }) => key}
        empty={
          <Empty title="No changes yet">Changes to people, keys, credits and workflows appear here.</Empty>
        }
      />
      {total > PAGE && (
        <nav className="actions" aria-label="Pages of the audit log">
          <button
            type="button"
            className="button"
            disabled={offset === 0}
            onClick={() => setOffset(offset - PAGE)}
          >
            Newer
          </button>
          <button
            type="button"
            className="button"
            disabled={offset + PAGE >= total}
            onClick={() => setOffset(offset + PAGE)}
          >
            Older
          </button>
          <span className="label" aria-live="polite">
            {count(offset + 1)} to {count(Math.min(offset + PAGE, total))} of {count(total)}
          </span>
        </nav>
      )}
    </section>
  );
};
