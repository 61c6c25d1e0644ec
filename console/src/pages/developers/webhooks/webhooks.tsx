import '../developers.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queries } from '../../../api.ts';
import { dateTime, timeSince } from '../../../format.ts';
import { showToast } from '../../../frame/toasts.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { type Column, Listing } from '../../../parts/listing.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { type Endpoint, eventWords } from './events.ts';
import { SigningSecret } from './signing-secret.tsx';

const COLUMNS: Column<Endpoint>[] = [
  {
    title: 'Endpoint',
    cell: ({ id, url, events }) => (
      <>
        <Link to="/developers/deliveries" search={{ endpoint: id }}>
          {url}
        </Link>
        <span className="sub">{eventWords(events)}</span>
      </>
    ),
  },
  { title: 'State', kind: 'nowrap', cell: (endpoint) => <State {...endpoint} /> },
  { title: 'Actions', kind: 'act', cell: (endpoint) => <Actions endpoint={endpoint} /> },
];

/** The endpoints that receive the organization's events, and the secret that signs the messages. */
export const Webhooks = () => {
  const { id } = useSignedIn().organization;
  const [adding, setAdding] = useState(false);
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/webhook-endpoints', { path: { id }, query: { limit: 1000 }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <>
      <section className="section" aria-labelledby="endpoints">
        <div className="page-head">
          <h2 id="endpoints">Endpoints</h2>
          <button type="button" className="button primary" onClick={() => setAdding(true)}>
            Add endpoint
          </button>
        </div>
        <p>Get results pushed to your server instead of polling.</p>
        <Listing
          caption="Webhook endpoints"
          columns={COLUMNS}
          query={endpoints}
          keyOf={(endpoint) => endpoint.id}
          empty={
            <Empty title="No endpoints">
              Add the URL of your server to get a message when an execution is done.
            </Empty>
          }
        />
        {adding && <EndpointDialog onClose={() => setAdding(false)} />}
      </section>
      <SigningSecret />
    </>
  );
};

const State = ({ paused, disabledAt, failingSince }: Endpoint) => {
  if (disabledAt)
    return (
      <span className="status" data-status="FAILED">
        Disabled <RelativeTime at={disabledAt} />
      </span>
    );
  if (paused) return <span className="status">Paused</span>;
  if (failingSince)
    return (
      <span className="status" data-status="FAILED">
        <time dateTime={failingSince} title={`Since ${dateTime(failingSince)}`}>
          Failing for {timeSince(failingSince)}
        </time>
      </span>
    );
  return (
    <span className="status" data-status="COMPLETED">
      Active
    </span>
  );
};

const Actions = ({ endpoint }: { endpoint: Endpoint }) => {
  const { id } = useSignedIn().organization;
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const path = { id, endpointId: endpoint.id };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhook-endpoints', id] });
  const test = useMutation({
    mutationFn: () => api.post('/v1/organization/{id}/webhook-endpoints/{endpointId}/test', { path }),
    onSuccess: (delivery) =>
      navigate({ to: '/developers/deliveries', search: { endpoint: endpoint.id, open: delivery.id } }),
  });
  const change = useMutation({
    mutationFn: (body: { paused: boolean }) =>
      api.put('/v1/organization/{id}/webhook-endpoints/{endpointId}', { path, body }),
    onSuccess: ({ paused }) => {
      showToast(paused ? 'Paused. Messages are kept until you resume.' : 'Messages are sent again.', {
        run: () => change.mutate({ paused: !paused }),
      });
      return refresh();
    },
  });
  const about = <span className="hidden"> {endpoint.url}</span>;
  const stopped = endpoint.paused || endpoint.disabledAt !== null;
  return (
    <>
      <button type="button" className="button quiet" disabled={test.isPending} onClick={() => test.mutate()}>
        Send test event{about}
      </button>
      <button type="button" className="button quiet" onClick={() => setEditing(true)}>
        Edit{about}
      </button>
      <button
        type="button"
        className="button quiet"
        disabled={change.isPending}
        onClick={() => change.mutate({ paused: !stopped })}
      >
        {stopped ? 'Resume' : 'Pause'}
        {about}
      </button>
      <ConfirmButton
        label="Delete"
        about={endpoint.url}
        title="Delete the endpoint?"
        sentence={`${endpoint.url} gets no more messages, not even those that wait for a retry. Its deliveries can still be read.`}
        confirm="Delete"
        onConfirm={async () => {
          await api.delete('/v1/organization/{id}/webhook-endpoints/{endpointId}', { path });
          await refresh();
        }}
      />
      <ErrorNotice error={test.error ?? change.error} />
      {editing && <EndpointDialog endpoint={endpoint} onClose={() => setEditing(false)} />}
    </>
  );
};
