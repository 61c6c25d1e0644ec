import './usage.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AnswerOf, urlOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { count } from '../../format.ts';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { Empty } from '../../parts/empty.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Pager } from '../../parts/pager.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { readPage } from '../../read-page.ts';
import { useSignedIn } from '../../session/session.ts';
import { LEDGER_KINDS, ledgerSearchOf } from './usage-search.ts';

type Entry = AnswerOf<'get', '/v1/organization/{id}/ledger'>['entries'][number];

const PAGE = 50;
const route = getRouteApi('/signed-in/usage/ledger');

/** Every movement of credits, newest first. */
export const Ledger = () => {
  const { id } = useSignedIn().organization;
  const { kind, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = kind ? { kind } : {};
  const ledger = useQuery({
    queryKey: ['ledger', id, kind, offset],
    queryFn: ({ signal }) =>
      readPage<Entry>(
        urlOf('/v1/organization/{id}/ledger', { id }, { ...filter, limit: PAGE, offset }),
        signal,
      ),
    placeholderData: (previous) => previous,
  });
  const members = useQuery({
    queryKey: ['members', id],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/members', { path: { id }, query: { limit: 1000 }, signal }),
  });
  const nameOf = (userId: string | null) =>
    members.data?.entries.find((member) => member.userId === userId)?.name ?? 'the platform administrator';
  const columns: Column<Entry>[] = [
    { title: 'Time', kind: 'nowrap', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { title: 'Entry', cell: (entry) => <What entry={entry} by={nameOf(entry.userId)} /> },
    {
      title: 'Credits',
      kind: 'number',
      cell: ({ amount }) => (amount > 0 ? `+${count(amount)}` : count(amount)),
    },
  ];
  return (
    <section className="section" aria-labelledby="ledger">
      <div className="page-head">
        <h2 id="ledger">Ledger</h2>
        <DownloadCsv path={`/v1/organization/${id}/ledger`} query={filter} name="ledger.csv" />
      </div>
      <div className="filters">
        <SelectField
          label="Kind"
          value={kind ?? ''}
          onChange={({ target }) =>
            navigate({ search: ledgerSearchOf({ kind: target.value }), replace: true })
          }
        >
          <option value="">All</option>
          {Object.entries(LEDGER_KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <Listing
        caption="Movements of credits, newest first"
        columns={columns}
        query={ledger}
        keyOf={(entry) => entry.id}
        dense
        empty={<Empty title="No entries">Grants and charges appear here.</Empty>}
      />
      <Pager
        label="Pages of the ledger"
        offset={offset}
        size={PAGE}
        total={ledger.data?.total ?? 0}
        exceeded={ledger.data?.isExceeded ?? false}
        onMove={(next) => navigate({ search: ledgerSearchOf({ kind, offset: next }) })}
      />
    </section>
  );
};

const What = ({ entry: { kind, executionId, inputFileName, note }, by }: { entry: Entry; by: string }) => {
  if (kind === 'charge' && executionId)
    return inputFileName === null ? (
      'Charge for an execution that was deleted'
    ) : (
      <>
        Charge for{' '}
        <Link to="/execution/$id" params={{ id: executionId }}>
          {inputFileName}
        </Link>
      </>
    );
  return (
    <>
      {kind === 'grant' ? 'Granted' : 'Taken back'} by {by}
      {note && <span className="sub">{note}</span>}
    </>
  );
};
