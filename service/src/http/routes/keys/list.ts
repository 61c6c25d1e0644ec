import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery } from '../../server/schemas.ts';
import { KeySchema, keyRecord } from './record.ts';

export const listKeys = route({
  method: 'GET',
  path: '/organization/:id/keys',
  versions: ['v1'],
  action: 'key.manage',
  organizationInPath: true,
  summary: 'Lists the API keys of the organization, without their secrets.',
  schema: { params: OrganizationParams, querystring: PageQuery, response: { 200: listSchema(KeySchema) } },
  handler: async (ports, request) => {
    const { entries, total } = await ports.apiKeys.list(request.caller.organizationId, request.query);
    return { entries: entries.map(keyRecord), total };
  },
});
