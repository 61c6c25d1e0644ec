import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery, textSchema } from '../../server/schemas.ts';
import { OrganizationSchema } from './record.ts';

export const renameOrganization = route({
  method: 'PUT',
  path: '/organization/:id',
  versions: ['v1'],
  action: 'organization.rename',
  organizationInPath: true,
  summary: 'Renames the organization.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({ name: textSchema(1, 200, { description: 'The new name of the organization' }) }),
    response: { 200: OrganizationSchema },
  },
  example: { name: 'Studio North' },
  handler: async (ports, request) => {
    const { organizationId, principal } = request.caller;
    await ports.organizations.rename(organizationId, request.body.name, principal.userId);
    return ports.organizations.find(organizationId);
  },
});
