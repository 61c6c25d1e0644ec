import './navigation.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { count } from '../format.ts';
import { mayReview } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { PLACES } from './shortcuts.ts';

const REVIEW_MS = 10_000;

/**
 * The links to the areas of the console, with the number of results that wait for a reviewer. On a phone they are in a
 * menu.
 */
export const Navigation = () => {
  const waiting = useWaitingReviews();
  const menu = usePhoneMenu();
  return (
    <div className="places" ref={menu.area}>
      <button
        type="button"
        className="places-button"
        aria-expanded={menu.isOpen}
        aria-controls="places"
        onClick={menu.toggle}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M2 4.5h14M2 9h14M2 13.5h14" />
        </svg>
        Menu
      </button>
      <nav aria-label="Main" id="places" data-open={menu.isOpen || undefined}>
        {PLACES.map(({ to, name, exact }) => (
          <Link
            key={name}
            to={to}
            activeOptions={{ exact: exact === true, includeSearch: false }}
            onClick={menu.close}
          >
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
    </div>
  );
};

/** The menu closes when a link leads to another page, at Escape, and at a touch outside of it. */
const usePhoneMenu = () => {
  const { href } = useLocation();
  const area = useRef<HTMLDivElement>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === href;
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!area.current?.contains(target as Node)) setOpenedAt(null);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpenedAt(null);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  const close = () => setOpenedAt(null);
  return { area, isOpen, close, toggle: () => setOpenedAt(isOpen ? null : href) };
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
