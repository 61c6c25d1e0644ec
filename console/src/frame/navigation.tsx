import { Link, type LinkProps } from '@tanstack/react-router';

type Entry = { to: LinkProps['to']; name: string; exact?: true };

const ENTRIES: readonly Entry[] = [
  { to: '/', name: 'Home', exact: true },
  { to: '/batches', name: 'Batches' },
  { to: '/executions', name: 'Executions' },
  { to: '/review', name: 'Review' },
  { to: '/workflows', name: 'Workflows' },
  { to: '/usage', name: 'Usage' },
  { to: '/developers', name: 'Developers' },
  { to: '/organization', name: 'Organization' },
];

/** The links to the areas of the console. */
export const Navigation = () => (
  <nav aria-label="Main">
    {ENTRIES.map(({ to, name, exact }) => (
      <Link key={name} to={to} activeOptions={{ exact: exact === true, includeSearch: false }}>
        {name}
      </Link>
    ))}
  </nav>
);
