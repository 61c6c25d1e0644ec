import type { LinkProps } from '@tanstack/react-router';
import type { Role } from 'darkroom-client';
import { mayManage } from '../session/rights.ts';

export type AreaPage = {
  to: LinkProps['to'];
  name: string;
  /** The name in the command palette, which does not show the area beside it. */
  fullName?: string;
  exact?: true;
  forManagers?: true;
};

/** The areas with several pages. Owners and admins see all of them, other members those that are for everyone. */
export const AREAS = {
  Usage: [
    { to: '/usage', name: 'Overview', exact: true, forManagers: true },
    { to: '/usage/ledger', name: 'Ledger', forManagers: true },
    { to: '/usage/queue', name: 'Queue' },
  ],
  Developers: [
    { to: '/developers', name: 'Quick start', exact: true },
    { to: '/developers/keys', name: 'API keys', forManagers: true },
    { to: '/developers/webhooks', name: 'Webhooks', forManagers: true },
    { to: '/developers/deliveries', name: 'Deliveries', forManagers: true },
    { to: '/developers/apps', name: 'Connected apps' },
    { to: '/developers/reference', name: 'Reference', fullName: 'API reference' },
  ],
  Organization: [
    { to: '/organization', name: 'Members', exact: true },
    { to: '/organization/settings', name: 'Settings', forManagers: true },
    { to: '/organization/audit-log', name: 'Audit log', forManagers: true },
  ],
} as const satisfies Record<string, readonly AreaPage[]>;

export type Area = keyof typeof AREAS;

export const pagesFor = (area: Area, role: Role): readonly AreaPage[] =>
  (AREAS[area] as readonly AreaPage[]).filter(({ forManagers }) => !forManagers || mayManage(role));
