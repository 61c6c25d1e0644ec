import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery } from '../../server/schemas.ts';
import { MemberSchema } from '../organizations/record.ts';

export const listMembers = route({
  method: 'GET',
  path: '/organization/:id/members',
  versions: ['v1'],
  action: 'member.read',
  organizationInPath: true,
  summary: 'Lists the members of the organization and their roles.',
  schema: { params: OrganizationParams, querystring: PageQuery, response: { 200: listSchema(MemberSchema) } },
  handler: async (ports, request) => {
    const organization = await ports.organizations.find(request.caller.organizationId);
    if (!organization) throw notFound('The organization');
    const { limit, offset } = request.query;
    const { members } = organization;
    return { entries: members.slice(offset, offset + limit), total: members.length };
  },
});
