import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery } from '../../server/schemas.ts';
import { OrganizationSchema } from './record.ts';

export const readOrganization = route({
  method: 'GET',
  path: '/organization/:id',
  versions: ['v1'],
  action: 'organization.read',
  organizationInPath: true,
  summary: 'Returns one organization with its members.',
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: OrganizationSchema } },
  handler: async (ports, request) => {
    const organization = await ports.organizations.find(request.caller.organizationId);
    if (!organization) throw notFound('The organization');
    return organization;
  },
});
