import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import type { Admit } from '../authentication/admit.ts';
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

/** Serves every route under its versions and without one, and refuses everything else. */
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
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.code(status);
      return route.handler(world, request, reply);
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
  // Only methods that no route can have come here.
  server.setNotFoundHandler({ preValidation: admitAnyone }, refuseAddress);
};

type Address = { url: string; hide: boolean };

/** A route that has versions is in the reference under those, and once under each. */
const addressesOf = ({ path, versions, aliases = [] }: Route): Address[] =>
  [path, ...aliases].flatMap((one) => [
    ...versions.map((version) => ({ url: `/${version}${one}`, hide: one !== path })),
    { url: one, hide: one !== path || versions.length > 0 },
  ]);

const HIDDEN = { hide: true } as FastifySchema;

const refuseAddress = async () => {
  throw new Refusal('not_found', 'There is nothing at this address.');
};

// Refused before the body is read: whatever is in it does not matter any more.
const refuseMethod = (allow: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('allow', allow);
  throw new Refusal('method_not_allowed', `${request.method} is not possible here, only ${allow}.`);
};

const fastifySchema = ({ schema, files, summary }: Route): object => {
  const { body, ...rest } = schema;
  if (!body || !files) return { ...schema, summary };
  // The framework checks a body by its type then; files are left to the handler.
  return { ...rest, summary, body: { content: { 'application/json': { schema: body } } } };
};
