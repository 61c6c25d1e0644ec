import './audit-log.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { urlOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { dateTime } from '../../format.ts';
import { Empty } from '../../parts/empty.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSignedIn } from '../../session/session.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditFilterOf, auditSearchOf } from './audit-search.ts';
import { AuditSentence } from './audit-sentences.tsx';

const PAGE = 100;
const route = getRouteApi('/signed-in/organization/audit-log');

/** The changes in the organization and the people who made them, newest first, one line for each entry. */
export const AuditLog = () => {
  const { id } = useSignedIn().organization;
  const { offset = 0, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = auditFilterOf(search);
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-log', id, search, offset],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/audit-log', {
        path: { id },
        query: { limit: PAGE, offset, ...filter },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
  return (
    <section className="section" aria-labelledby="audit-log">
      <div className="page-head">
        <h2 id="audit-log">Audit log</h2>
        <a className="button" href={urlOf('/v1/organization/{id}/audit-log.csv', { id }, filter)} download>
          Download CSV
        </a>
      </div>
      <AuditFilters
        search={search}
        onChange={(next) => navigate({ search: auditSearchOf({ ...search, ...next }), replace: true })}
      />
      <ErrorNotice error={error} retry={() => refetch()} />
      {(data || !error) && (
        <div className="card flush" aria-busy={!data}>
          {data?.entries.length === 0 && (
            <Empty title={Object.keys(search).length > 0 ? 'No entry matches' : 'No changes yet'}>
              {Object.keys(search).length > 0
                ? 'Choose other filters above.'
                : 'Changes to people, keys, credits and workflows appear here.'}
            </Empty>
          )}
          <ol className="log" aria-label="Audit log, newest first">
            {data?.entries.map((entry) => (
              <li key={entry.id}>
                <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                <span
                  className="line"
                  title={`${entry.action} ${entry.subject} ${JSON.stringify(entry.detail)}`}
                >
                  <AuditSentence {...entry} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <Pager
        label="Pages of the audit log"
        offset={offset}
        size={PAGE}
        total={data?.total ?? 0}
        onMove={(next) => navigate({ search: auditSearchOf({ ...search, offset: next }) })}
      />
    </section>
  );
};
