import { route } from '../../server/route.ts';
import { listSchema, PageQuery } from '../../server/schemas.ts';
import { COMPONENT_RECORDS, ComponentSchema } from './record.ts';

export const listComponents = route({
  method: 'GET',
  path: '/component',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Lists the components that steps can use, each with the JSON Schema of its parameters.',
  schema: { querystring: PageQuery, response: { 200: listSchema(ComponentSchema) } },
  handler: (_ports, { query: { limit, offset } }) => ({
    entries: COMPONENT_RECORDS.slice(offset, offset + limit),
    total: COMPONENT_RECORDS.length,
  }),
});
