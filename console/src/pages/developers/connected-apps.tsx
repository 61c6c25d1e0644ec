import { Link } from '@tanstack/react-router';
import type { AnswerOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntryList } from '../../parts/forms/entry-list.tsx';
import type { Column } from '../../parts/listing.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { AppName } from './app-name.tsx';
import { RegisteredApps } from './registered-apps.tsx';

type Device = AnswerOf<'get', '/v1/organization/{id}/devices'>['entries'][number];

const COLUMNS: Column<Device>[] = [
  { title: 'App', cell: ({ clientName, clientId }) => <AppName name={clientName} clientId={clientId} /> },
  { title: 'User', cell: ({ userEmail }) => userEmail },
  { title: 'Connected', kind: 'nowrap', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    title: 'Last used',
    kind: 'nowrap',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never'),
  },
];

/** The connected apps. The platform administrator also sees the registered apps, which people may connect. */
export const ConnectedApps = () => {
  const { organization, user } = useSignedIn();
  const { id } = organization;
  return (
    <>
      <EntryList
        title="Connected apps"
        about={
          mayManage(organization.role)
            ? 'Apps that members have connected with a code. Each acts for the member who connected it.'
            : 'Apps that you have connected with a code. Each acts for you in this organization.'
        }
        beside={
          <Link to="/activate" className="button primary">
            Connect an app
          </Link>
        }
        caption="Connected apps"
        queryKey={['devices', id]}
        load={(signal) =>
          api.get('/v1/organization/{id}/devices', { path: { id }, query: { limit: 1000 }, signal })
        }
        columns={COLUMNS}
        keyOf={(device) => device.id}
        empty={
          <Empty title="No connected apps">
            Start an app that connects to Darkroom. When it shows a code, choose “Connect an app”.
          </Empty>
        }
        remove={{
          label: 'Disconnect',
          about: ({ clientName, userEmail }) => `${clientName} of ${userEmail}`,
          title: ({ clientName }) => `Disconnect ${clientName}?`,
          sentence: ({ userEmail }) =>
            `It loses access to the account of ${userEmail} within seconds. You can connect it again with a new code.`,
          send: (device) =>
            api.delete('/v1/organization/{id}/devices/{grantId}', { path: { id, grantId: device.id } }),
        }}
      />
      {user.platformAdministrator && <RegisteredApps />}
    </>
  );
};
