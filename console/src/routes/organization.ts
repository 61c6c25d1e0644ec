import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.ts';

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyRouteComponent(() => import('../pages/organization/organization.tsx'), 'Organization'),
});
const inOrganization = <const Path extends string>(path: Path) => ({
  getParentRoute: () => organization,
  path,
});
const members = createRoute({
  ...inOrganization('/'),
  component: lazyRouteComponent(() => import('../pages/organization/members.tsx'), 'Members'),
});
const keys = createRoute({
  ...inOrganization('/keys'),
  component: lazyRouteComponent(() => import('../pages/organization/keys.tsx'), 'Keys'),
});
const devices = createRoute({
  ...inOrganization('/devices'),
  component: lazyRouteComponent(() => import('../pages/organization/devices.tsx'), 'Devices'),
});
const auditLog = createRoute({
  ...inOrganization('/audit-log'),
  component: lazyRouteComponent(() => import('../pages/organization/audit-log.tsx'), 'AuditLog'),
});
const settings = createRoute({
  ...inOrganization('/settings'),
  component: lazyRouteComponent(() => import('../pages/organization/settings.tsx'), 'OrganizationSettings'),
});
const apps = createRoute({
  ...inOrganization('/apps'),
  component: lazyRouteComponent(() => import('../pages/organization/apps.tsx'), 'Apps'),
});

export const organizationRoutes = [
  organization.addChildren([members, keys, devices, auditLog, settings, apps]),
] as const;
