import { route } from '../../server/route.ts';

export const readOpenApi = route({
  method: 'GET',
  path: '/openapi.json',
  versions: [],
  action: 'public',
  summary: 'This interface, as an OpenAPI 3.1 document.',
  schema: {},
  handler: (_world, request) => request.server.swagger(),
});
