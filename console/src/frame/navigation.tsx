import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api.ts';
import { count } from '../format.ts';
import { mayReview } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { PLACES } from './shortcuts.ts';

const REVIEW_MS = 10_000;

/** The links to the areas of the console, with the number of results that wait for a reviewer. */
export const Navigation = () => {
  const waiting = useWaitingReviews();
  return (
    <nav aria-label="Main">
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
