import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export type Tab = { to: LinkProps['to']; name: string; exact?: true; shown?: boolean };

/** The links to the pages of one area. The title of the browser tab names the current one. */
export const AreaTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tabs are wider than the page, so scroll the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again when the page changes, because another tab is then the current one.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    bar.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - 48 });
    if (tab) document.title = `${tab.textContent} · ${label} · Darkroom`;
  }, [pathname]);
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      {tabs
        .filter(({ shown = true }) => shown)
        .map(({ to, name, exact }) => (
          <Link key={name} to={to} activeOptions={{ exact: exact === true, includeSearch: false }}>
            {name}
          </Link>
        ))}
    </nav>
  );
};
