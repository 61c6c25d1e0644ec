import './reference.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import type { ApiDocument } from './document.ts';
import { Operation } from './operation.tsx';
import { anchorOf, tasksOf, tasksWith } from './tasks.ts';

type Props = { find: string; onFind: (text: string) => void };

/** Every operation of the API by task, rendered in the browser from the service's OpenAPI document. */
export const Reference = ({ find, onFind }: Props) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => (await (await api.open('GET', '/openapi.json')).json()) as ApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = useMemo(() => (data ? tasksOf(data) : []), [data]);
  const tasks = tasksWith(all, find);
  return (
    <>
      <div className="reference-head">
        <input
          type="search"
          className="input"
          aria-label="Search the reference"
          placeholder="Search: retry, webhook, POST upload…"
          value={find}
          onChange={({ target }) => onFind(target.value)}
        />
        <p>
          Version {data?.info.version ?? '…'}. OpenAPI document: <a href="/openapi.json">openapi.json</a>
        </p>
      </div>
      <ErrorNotice error={error} retry={() => refetch()} />
      <div className="reference">
        <aside>
          <nav aria-label="Tasks">
            <ul>
              {tasks.map(({ title }) => (
                <li key={title}>
                  <a href={`#${anchorOf(title)}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        </aside>
        <div className="page-body" aria-busy={!data && !error}>
          {data && tasks.length === 0 && <Empty title="No call matches">Try other words.</Empty>}
          {tasks.map(({ title, operations }) => (
            <section key={title} className="section" aria-labelledby={anchorOf(title)}>
              <h2 id={anchorOf(title)}>{title}</h2>
              <div className="card flush">
                {data &&
                  operations.map((listed) => (
                    <Operation key={listed.method + listed.path} listed={listed} document={data} />
                  ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
};
