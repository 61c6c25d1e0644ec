import { route } from '../../server/route.ts';

export const readOpenApi = route({
  method: 'GET',
  path: '/openapi.json',
  versions: [],
  action: 'public',
  summary: 'Returns the description of this API as an OpenAPI 3.1 document.',
  schema: {},
  handler: (_ports, request) => request.server.swagger(),
});
