import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { Refusal } from '../../domain/errors.ts';
import type { Admit } from '../authentication/gatekeeper.ts';
import { csvColumns, sendCsv } from '../replies/csv-list.ts';
import { prefersCsv } from '../requests/accepts.ts';
import type { ApiPorts } from './api-ports.ts';
import type { Route } from './route.ts';
import { ROUTER_OPTIONS } from './router-options.ts';

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

/** The methods of each URL. */
type MethodsByUrl = Map<string, Set<HTTPMethods>>;

/** Registers every route under each of its versions and without a version. All other requests get 404 or 405. */
export const registerRoutes = (
  server: FastifyInstance,
  ports: ApiPorts,
  admit: Admit,
  routes: readonly Route[],
): void => {
  const methodsByUrl: MethodsByUrl = new Map();

  for (const route of routes) {
    const { method } = route;
    const status = route.status ?? 200;
    const onRequest = admit(route);
    const columns = csvColumns(route.schema.response?.[status]);
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.code(status);
      if (!columns) return route.handler(ports, request, reply);
      reply.header('vary', 'Accept');
      return prefersCsv(request.headers.accept)
        ? sendCsvOf(route.handler(ports, request, reply), reply, columns)
        : route.handler(ports, request, reply);
    };
    for (const { url, hide } of urlsOf(route)) {
      server.route({
        method,
        url,
        handler,
        onRequest,
        exposeHeadRoute: method === 'GET' && route.head !== false,
        schema: { ...fastifySchema(route), hide } as FastifySchema,
        config: { declaration: route, swagger: { exposeHeadRoute: method === 'HEAD' } },
      });
      const methods = methodsByUrl.get(url) ?? new Set();
      methods.add(method);
      if (method === 'GET' && route.head !== false) methods.add('HEAD');
      methodsByUrl.set(url, methods);
    }
  }

  const admitAnyone = admit({ action: 'public' });
  const refuse = answerUnrouted(methodsByUrl);
  for (const [url, methods] of shadowedMethods(methodsByUrl))
    server.route({ method: methods, url, schema: HIDDEN, onRequest: [admitAnyone, refuse], handler: refuse });
  server.route({
    method: [...METHODS],
    url: '*',
    schema: HIDDEN,
    onRequest: [admitAnyone, refuse],
    handler: refuse,
  });
  // Only requests with a method that no route can declare get here.
  server.setNotFoundHandler({ preValidation: admitAnyone }, refuseUnknownUrl);
};

const sendCsvOf = async (
  list: unknown,
  reply: FastifyReply,
  columns: NonNullable<ReturnType<typeof csvColumns>>,
) => sendCsv(reply, columns, (await list) as Parameters<typeof sendCsv>[2]);

type RouteUrl = { url: string; hide: boolean };

/**
 * Lists the URLs of a route. If the route has versions, the reference shows only the URLs with a version.
 * It never shows aliases.
 */
const urlsOf = ({ path, versions, aliases = [] }: Route): RouteUrl[] =>
  [path, ...aliases].flatMap((one) => [
    ...versions.map((version) => ({ url: `/${version}${one}`, hide: one !== path })),
    { url: one, hide: one !== path || versions.length > 0 },
  ]);

const HIDDEN = { hide: true } as FastifySchema;

const refuseUnknownUrl = async (): Promise<never> => {
  throw new Refusal(
    'not_found',
    'There is nothing at this address. Check the path; /docs lists every address.',
  );
};

/**
 * Refuses a request that matches no route: 405 with the methods of its path, or 404. It runs before the body is
 * read, because the body cannot change the result.
 */
const answerUnrouted = (methodsByUrl: MethodsByUrl) => {
  // Built for the first refusal: building it at the start would take a twentieth of the start-up time.
  let router: ReturnType<typeof methodsRouter> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    router ??= methodsRouter(methodsByUrl);
    const allow: string | undefined = router.find('GET', request.url)?.store;
    if (!allow) return refuseUnknownUrl();
    reply.header('allow', allow);
    throw new Refusal(
      'method_not_allowed',
      `${request.method} is not allowed at this address. Use ${allow}.`,
    );
  };
};

/** Finds the methods that exist for the path of a request. */
const methodsRouter = (methodsByUrl: MethodsByUrl) => {
  const router = findMyWay(ROUTER_OPTIONS);
  for (const [url, methods] of methodsByUrl) router.on('GET', url, () => {}, [...methods].sort().join(', '));
  return router;
};

/**
 * Lists methods that a path lacks but a more general path has. Without a refusal for them, DELETE /batch/known would
 * reach DELETE /batch/:id. Registering refusals for all other methods too took a fifth of the start-up time.
 */
const shadowedMethods = (methodsByUrl: MethodsByUrl): [url: string, methods: HTTPMethods[]][] => {
  const urls = [...methodsByUrl].map(([url, methods]) => ({ url, parts: url.split('/'), methods }));
  const general = urls.filter(({ parts }) => parts.some(isParameter));
  return urls.flatMap(({ url, parts, methods }) => {
    const methodsOfGeneral = general
      .filter((one) => covers(one.parts, parts))
      .flatMap((one) => [...one.methods]);
    const missing = [...new Set(methodsOfGeneral)].filter((method) => !methods.has(method));
    return missing.length > 0 ? [[url, missing]] : [];
  });
};

const isParameter = (part: string): boolean => part.startsWith(':');

const covers = (general: string[], special: string[]): boolean =>
  general.length === special.length && general.every((part, at) => part === special[at] || isParameter(part));

const fastifySchema = ({ schema, files, summary }: Route): object => {
  const { body, ...rest } = schema;
  if (!body || !files) return { ...schema, summary };
  // With a schema for each media type, the framework validates only JSON bodies. The handler reads the files itself.
  return { ...rest, summary, body: { content: { 'application/json': { schema: body } } } };
};
