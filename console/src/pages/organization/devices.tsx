import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from 'darkroom-client';
import { api, queries } from '../../api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useSignedIn } from '../../session/session.ts';

type Device = AnswerOf<'get', '/v1/organization/{id}/devices'>['entries'][number];

export const Devices = () => {
  const { id } = useSignedIn().organization;
  const devices = useQuery({
    queryKey: ['devices', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/devices', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const columns: Column<Device>[] = [
    {
      title: 'App',
      cell: ({ clientName, clientId }) => (
        <>
          {clientName}
          <span className="sub">{clientId}</span>
        </>
      ),
    },
    { title: 'User', cell: ({ userEmail }) => userEmail },
    { title: 'Connected', kind: 'nowrap', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: 'Last used',
      kind: 'nowrap',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'never'),
    },
    {
      title: 'Actions',
      kind: 'act',
      cell: ({ id: grantId, clientName, userEmail }) => (
        <ConfirmButton
          label="Disconnect"
          about={`${clientName} of ${userEmail}`}
          title={`Disconnect ${clientName}?`}
          sentence={`It loses access to the account of ${userEmail} within seconds. You can connect it again with a new code.`}
          confirm="Disconnect"
          onConfirm={async () => {
            await api.delete('/v1/organization/{id}/devices/{grantId}', { path: { id, grantId } });
            await queries.invalidateQueries({ queryKey: ['devices', id] });
          }}
        />
      ),
    },
  ];
  return (
    <section className="section" aria-labelledby="devices">
      <div className="page-head">
        <h2 id="devices">Connected devices</h2>
        <Link to="/activate" className="button">
          Connect a device
        </Link>
      </div>
      <Listing
        caption="Connected devices"
        columns={columns}
        query={devices}
        keyOf={({ id: key }) => key}
        empty={
          <Empty title="No connected devices">
            Start an app that connects to Darkroom. When it shows a code, choose “Connect a device”.
          </Empty>
        }
      />
    </section>
  );
};
