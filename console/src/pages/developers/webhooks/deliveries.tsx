import '../developers.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { urlOf } from 'darkroom-client';
import { useState } from 'react';
import { Empty } from '../../../parts/empty.tsx';
import { type Column, Listing } from '../../../parts/listing.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { readPage } from '../../../read-page.ts';
import { useSignedIn } from '../../../session/session.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import type { Delivery } from './events.ts';
import { ReplayMany } from './replay-many.tsx';

const PAGE = 50;
const route = getRouteApi('/signed-in/developers/deliveries');

/** The log of webhook messages: each message with its receiver and the response, and buttons to send messages again. */
export const Deliveries = () => {
  const { id } = useSignedIn().organization;
  const { open, offset = 0, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const deliveries = useQuery({
    queryKey: ['deliveries', id, filter, offset],
    queryFn: ({ signal }) =>
      readPage<Delivery>(
        urlOf('/v1/organization/{id}/webhook-deliveries', { id }, { ...filter, limit: PAGE, offset }),
        signal,
      ),
    placeholderData: (previous) => previous,
    refetchInterval: 5_000,
  });
  const shown = deliveries.data?.entries ?? [];
  const total = deliveries.data?.total ?? 0;
  const chosen = shown.filter((delivery) => selected.has(delivery.id));
  return (
    <section className="section" aria-labelledby="deliveries">
      <div className="page-head">
        <h2 id="deliveries">Deliveries</h2>
        <ReplayMany chosen={chosen} filter={filter} total={total} onDone={() => setSelected(new Set())} />
      </div>
      <DeliveryFilters
        filter={filter}
        onChange={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      />
      <div className={`list-and-details ${open ? 'opened' : ''}`}>
        <div className="split-list">
          <Listing
            caption="Webhook messages, newest first"
            columns={columnsWith(selected, setSelected, shown, open)}
            query={deliveries}
            keyOf={(delivery) => delivery.id}
            empty={
              <Empty title={Object.keys(filter).length > 0 ? 'No messages match' : 'No messages yet'}>
                {Object.keys(filter).length > 0
                  ? 'Change the filter to see others.'
                  : 'Messages appear here when an event is sent to one of your endpoints.'}
              </Empty>
            }
          />
          <Pager
            label="Pages of the deliveries"
            offset={offset}
            size={PAGE}
            total={total}
            exceeded={deliveries.data?.isExceeded ?? false}
            onMove={(next) => navigate({ search: { ...filter, ...(next > 0 ? { offset: next } : {}) } })}
          />
        </div>
        {open && <DeliveryDetails key={open} id={open} />}
      </div>
    </section>
  );
};

const columnsWith = (
  selected: ReadonlySet<string>,
  select: (next: ReadonlySet<string>) => void,
  shown: readonly Delivery[],
  open: string | undefined,
): Column<Delivery>[] => [
  {
    title: 'Select',
    kind: 'pick',
    head: (
      <label className="check">
        <input
          type="checkbox"
          aria-label="Select all messages of this page"
          checked={shown.length > 0 && shown.every(({ id }) => selected.has(id))}
          onChange={({ target }) => select(new Set(target.checked ? shown.map(({ id }) => id) : []))}
        />
      </label>
    ),
    cell: ({ id, type, createdAt }) => (
      <label className="check">
        <input
          type="checkbox"
          aria-label={`Select ${type} of ${createdAt}`}
          checked={selected.has(id)}
          onChange={({ target }) => {
            const next = new Set(selected);
            if (target.checked) next.add(id);
            else next.delete(id);
            select(next);
          }}
        />
      </label>
    ),
  },
  { title: 'Status', kind: 'nowrap', cell: (delivery) => <DeliveryStatus {...delivery} /> },
  {
    title: 'Event',
    cell: ({ id, type, url }) => (
      <>
        <Link
          from="/developers/deliveries"
          to="."
          search={(search) => ({ ...search, open: id })}
          resetScroll={false}
          data-open={id === open}
        >
          {type}
        </Link>
        <span className="sub">{url}</span>
      </>
    ),
  },
  { title: 'Attempts', kind: 'nowrap', cell: ({ attemptCount }) => attemptCount },
  { title: 'Created', kind: 'nowrap', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
