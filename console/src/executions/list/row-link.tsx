import { defaultStringifySearch, useNavigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useMemo } from 'react';
import type { Filter } from './filter/filter.ts';

/** The target of the link on the name of a row, and the handler of its click. */
export type RowLinks = {
  suffix: string;
  base: string;
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/**
 * Links to executions for the rows of a list. A link of the router costs more than the rest of a row; hundreds of rows a
 * second appear while a list is scrolled.
 */
export const useRowLinks = (filter: Filter): RowLinks => {
  const { basepath } = useRouter();
  const navigate = useNavigate();
  const onClick = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { id } = event.currentTarget.dataset;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !id) return;
      event.preventDefault();
      navigate({ to: '/execution/$id', params: { id }, search: filter });
    },
    [navigate, filter],
  );
  return useMemo(
    () => ({ base: `${basepath}/execution/`, suffix: defaultStringifySearch(filter), onClick }),
    [basepath, filter, onClick],
  );
};

export const RowLink = ({ id, name, links }: { id: string; name: string; links: RowLinks }) => (
  <a
    href={`${links.base}${id}${links.suffix}`}
    data-id={id}
    className="row-link cut"
    title={name}
    onClick={links.onClick}
  >
    {name}
  </a>
);
