import { route } from '../../src/http/server/route.ts';
import { mapSchema, PageQuery, queryWith, textSchema } from '../../src/http/server/schemas.ts';
import { Type } from '../../src/schema/typebox.ts';

const echoQuery = route({
  method: 'GET',
  path: '/probe/query',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Gives back what was understood.',
  schema: {
    querystring: queryWith({
      word: Type.Optional(Type.String()),
      flag: Type.Optional(Type.Boolean({ expects: 'true or false' })),
      label: Type.Optional(mapSchema(Type.String())),
    }),
  },
  handler: (_, request) => ({ ...request.query, organization: request.caller.organizationId }),
});
const echoPage = route({
  method: 'GET',
  path: '/probe/page',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Gives back the page asked for.',
  schema: { querystring: PageQuery },
  handler: (_, request) => ({ limit: request.query.limit, offset: request.query.offset }),
});
const echoBody = route({
  method: 'POST',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Gives back the body.',
  schema: {},
  handler: (_, request) => JSON.stringify({ body: request.body ?? 'none' }),
});
const needBody = route({
  method: 'PUT',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Needs a body.',
  schema: {
    body: Type.Object({
      name: textSchema(1, 5),
      labels: Type.Optional(mapSchema(Type.String())),
      image: Type.Optional(Type.Object({ contentHash: Type.String() })),
    }),
  },
  handler: () => ({}),
});
const removeThing = route({
  method: 'DELETE',
  path: '/probe/body',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Needs no body.',
  schema: {},
  handler: () => 'deleted',
});
/** Routes that give back what the server understood of a request. */
export const PROBES = [echoQuery, echoPage, echoBody, needBody, removeThing];
