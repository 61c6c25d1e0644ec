import { Link, Navigate, Outlet, useMatchRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Empty } from '../parts/empty.tsx';
import { useSignedIn } from '../session/session.ts';
import { AREAS, type Area, type AreaPage, pagesFor } from './areas.ts';

/**
 * The current page of an area, below the area's tabs. If the reader's role does not include the page, a message says
 * so. If that page is the start page of the area, the first page that the role includes opens instead.
 */
export const AreaPages = ({ area }: { area: Area }) => {
  const { role, name } = useSignedIn().organization;
  const isAt = useMatchRoute();
  const shown = pagesFor(area, role);
  const current = (AREAS[area] as readonly AreaPage[]).find(({ to, exact }) =>
    isAt({ to, fuzzy: exact !== true }),
  );
  const isForOthers = current !== undefined && !shown.includes(current);
  return (
    <>
      <Tabs area={area} pages={shown} current={current?.name} />
      {!isForOthers && <Outlet />}
      {isForOthers && current.exact && <Navigate to={shown[0]?.to ?? '/'} replace />}
      {isForOthers && !current.exact && (
        <Empty title={`${current.name}: for owners and admins`}>
          Your role does not include this page. Ask an owner or admin of {name} for another role.
        </Empty>
      )}
    </>
  );
};

type Props = { area: Area; pages: readonly AreaPage[]; current: string | undefined };

/** The links to the pages of one area. The title of the browser tab names the current one. */
const Tabs = ({ area, pages, current }: Props) => {
  const bar = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the page, so scroll the current one into view.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    bar.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - 48 });
    if (current) document.title = `${current} · ${area} · Darkroom`;
  }, [area, current]);
  return (
    <nav className="tabs" aria-label={area} ref={bar}>
      {pages.map(({ to, name, exact }) => (
        <Link key={name} to={to} activeOptions={{ exact: exact === true, includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  );
};
