import type { GrantId, UserId } from '../../../domain/ids.ts';
import { may } from '../../../domain/people/rights.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  idSchema,
  listSchema,
  OrganizationParams,
  PageQuery,
  TimestampSchema,
} from '../../server/schemas.ts';

const DeviceSchema = Type.Object({
  id: idSchema<GrantId>('The connected app'),
  clientId: Type.String(),
  clientName: Type.String(),
  userId: idSchema<UserId>('The user'),
  userEmail: Type.String(),
  createdAt: TimestampSchema,
  lastUsedAt: TimestampSchema,
});

export const listDevices = route({
  method: 'GET',
  path: '/organization/:id/devices',
  versions: ['v1'],
  action: 'device.own',
  organizationInPath: true,
  summary: 'Lists the connected apps: all of them for owners and admins, their own for other members.',
  schema: { params: OrganizationParams, querystring: PageQuery, response: { 200: listSchema(DeviceSchema) } },
  handler: async (ports, request) => {
    const { organizationId, principal, role } = request.caller;
    const onlyOf = may(role, 'device.manage') ? undefined : principal.userId;
    const { entries, total } = await ports.grants.list(organizationId, onlyOf, request.query);
    return {
      entries: entries.map(({ createdAt, lastUsedAt, ...device }) => ({
        ...device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
      total,
    };
  },
});
