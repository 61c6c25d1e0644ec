import { createRoute, redirect } from '@tanstack/react-router';
import { auditSearchOf } from '../pages/organization/audit-search.ts';
import { lazyPage } from './lazy-page.ts';
import { signedIn } from './root.ts';

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyPage(() => import('../pages/organization/organization.tsx'), 'Organization'),
});
const inOrganization = <const Path extends string>(path: Path) => ({
  getParentRoute: () => organization,
  path,
});
const members = createRoute({
  ...inOrganization('/'),
  component: lazyPage(() => import('../pages/organization/members.tsx'), 'Members'),
});
const auditLog = createRoute({
  ...inOrganization('/audit-log'),
  component: lazyPage(() => import('../pages/organization/audit-log.tsx'), 'AuditLog'),
  validateSearch: auditSearchOf,
});
const settings = createRoute({
  ...inOrganization('/settings'),
  component: lazyPage(() => import('../pages/organization/settings.tsx'), 'OrganizationSettings'),
});
/** The pages that moved to Developers; their old addresses lead there. */
const moved = (['/keys', '/devices', '/apps'] as const).map((path) =>
  createRoute({
    ...inOrganization(path),
    beforeLoad: () => {
      throw redirect({ to: path === '/keys' ? '/developers/keys' : '/developers/apps', replace: true });
    },
  }),
);

export const organizationRoutes = [
  organization.addChildren([members, auditLog, settings, ...moved]),
] as const;
