import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../api.ts';
import { count } from '../format.ts';
import { mayReview } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { PLACES } from './shortcuts.ts';

const REVIEW_MS = 10_000;

/** The links to the areas of the console, with the number of results that wait for a reviewer. */
export const Navigation = () => {
  const waiting = useWaitingReviews();
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the links are wider than the page, so scroll the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again when the page changes, because another link is then the current one.
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    const left = (link?.offsetLeft ?? 0) - (bar.current?.offsetLeft ?? 0);
    bar.current?.scrollTo({ left: left - 48 });
  }, [pathname]);
  return (
    <nav aria-label="Main" ref={bar}>
      {PLACES.map(({ to, name, exact }) => (
        <Link key={name} to={to} activeOptions={{ exact: exact === true, includeSearch: false }}>
          {name}
          {name === 'Review' && waiting > 0 && (
            <span className="nav-count">
              {count(waiting)}
              <span className="hidden"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
};

const useWaitingReviews = (): number => {
  const { organization } = useSignedIn();
  const { data } = useQuery({
    queryKey: ['review-count', organization.id],
    queryFn: ({ signal }) =>
      api.get('/v1/qa/queue', { query: { organization: organization.id, limit: 0 }, signal }),
    enabled: mayReview(organization.role),
    // Polls, because a stream on every page would take one of the six connections that a browser opens to one host.
    refetchInterval: REVIEW_MS,
  });
  return data?.total ?? 0;
};
