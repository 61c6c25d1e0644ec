import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { Heading } from '../parts/heading.tsx';
import { Mark } from '../parts/mark.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { type ApiDocument, groupsOf } from '../reference/document.ts';
import { Operation } from '../reference/operation.tsx';

/** The API reference, rendered in the browser from the service's OpenAPI document. */
export const Docs = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async () => (await (await api.open('GET', '/openapi.json')).json()) as ApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const groups = data ? groupsOf(data) : [];
  return (
    <>
      <header className="bar">
        <Link to="/" className="wordmark" aria-label="Darkroom, Home">
          <Mark />
          <span>Darkroom</span>
        </Link>
      </header>
      <main className="page">
        <div className="page-head">
          <div>
            <Heading>API reference</Heading>
            <p>
              Version {data?.info.version ?? '…'}. OpenAPI document: <a href="/openapi.json">openapi.json</a>
            </p>
          </div>
        </div>
        <ErrorNotice error={error} retry={() => refetch()} />
        <div className="reference">
          <aside>
            <nav aria-label="Resources">
              <ul>
                {groups.map(({ name }) => (
                  <li key={name}>
                    <a href={`#${name}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
          </aside>
          <div className="page-body">
            {groups.map(({ name, operations }) => (
              <section key={name} className="section" aria-labelledby={name}>
                <h2 id={name}>{name}</h2>
                <div className="card flush">
                  {data &&
                    operations.map((operation) => (
                      <Operation key={operation.method + operation.path} {...operation} document={data} />
                    ))}
                </div>
              </section>
            ))}
          </div>
        </div>
      </main>
    </>
  );
};
