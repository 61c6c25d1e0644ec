import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import type { Admit } from '../authentication/gatekeeper.ts';
import { csvColumns, sendCsv } from '../replies/csv-list.ts';
import { prefersCsv } from '../requests/accepts.ts';
import type { Route } from './route.ts';
import type { World } from './world.ts';

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
];

/** Registers every route under each of its versions and without a version. Answers all other requests with 404 or 405. */
export const registerRoutes = (
  server: FastifyInstance,
  world: World,
  admit: Admit,
  routes: readonly Route[],
): void => {
  const served = new Map<string, Set<HTTPMethods>>();

  for (const route of routes) {
    const { method } = route;
    const status = route.status ?? 200;
    const onRequest = admit(route);
    const columns = csvColumns(route.schema.response?.[status]);
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.code(status);
      if (!columns) return route.handler(world, request, reply);
      reply.header('vary', 'Accept');
      return prefersCsv(request.headers.accept)
        ? sendCsvOf(route.handler(world, request, reply), reply, columns)
        : route.handler(world, request, reply);
    };
    for (const { url, hide } of addressesOf(route)) {
      server.route({
        method,
        url,
        handler,
        onRequest,
        exposeHeadRoute: method === 'GET' && route.head !== false,
        schema: { ...fastifySchema(route), hide } as FastifySchema,
        config: { declaration: route, swagger: { exposeHeadRoute: method === 'HEAD' } },
      });
      const methods = served.get(url) ?? new Set();
      methods.add(method);
      if (method === 'GET' && route.head !== false) methods.add('HEAD');
      served.set(url, methods);
    }
  }

  const admitAnyone = admit({ action: 'public' });
  for (const [url, methods] of served)
    server.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      schema: HIDDEN,
      onRequest: [admitAnyone, refuseMethod([...methods].sort().join(', '))],
      handler: refuseAddress,
    });

  server.route({
    method: [...METHODS],
    url: '*',
    schema: HIDDEN,
    onRequest: [admitAnyone, refuseAddress],
    handler: refuseAddress,
  });
  // Reached only by methods that no route can declare.
  server.setNotFoundHandler({ preValidation: admitAnyone }, refuseAddress);
};

const sendCsvOf = async (
  list: unknown,
  reply: FastifyReply,
  columns: NonNullable<ReturnType<typeof csvColumns>>,
) => sendCsv(reply, columns, (await list) as Parameters<typeof sendCsv>[2]);

type Address = { url: string; hide: boolean };

/** Lists the URLs of a route. The reference shows a route with versions under those only, and never its aliases. */
const addressesOf = ({ path, versions, aliases = [] }: Route): Address[] =>
  [path, ...aliases].flatMap((one) => [
    ...versions.map((version) => ({ url: `/${version}${one}`, hide: one !== path })),
    { url: one, hide: one !== path || versions.length > 0 },
  ]);

const HIDDEN = { hide: true } as FastifySchema;

const refuseAddress = async () => {
  throw new Refusal(
    'not_found',
    'There is nothing at this address. Check the path; /docs lists every address.',
  );
};

// Runs before the body is read, because the body cannot change the answer.
const refuseMethod = (allow: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('allow', allow);
  throw new Refusal('method_not_allowed', `${request.method} is not allowed at this address. Use ${allow}.`);
};

const fastifySchema = ({ schema, files, summary }: Route): object => {
  const { body, ...rest } = schema;
  if (!body || !files) return { ...schema, summary };
  // With a schema for each media type, the framework validates only JSON bodies; the handler reads the files.
  return { ...rest, summary, body: { content: { 'application/json': { schema: body } } } };
};
