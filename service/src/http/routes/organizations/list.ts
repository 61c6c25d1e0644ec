import { route } from '../../server/route.ts';
import { listSchema, PageQuery } from '../../server/schemas.ts';
import { OrganizationSchema } from './record.ts';

export const listOrganizations = route({
  method: 'GET',
  path: '/organization',
  versions: ['v1'],
  action: 'organization.read',
  summary: 'Lists the organizations that the caller may act for.',
  schema: { querystring: PageQuery, response: { 200: listSchema(OrganizationSchema) } },
  handler: (ports, request) => {
    const { platformAdministrator, roles } = request.caller.principal;
    return ports.organizations.list(platformAdministrator ? undefined : [...roles.keys()], request.query);
  },
});
