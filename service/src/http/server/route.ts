import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Action, PlatformAction, Role } from '../../domain/people/rights.ts';
import type { Static, TSchema } from '../../schema/typebox.ts';
import type { Authenticated } from '../authentication/authenticate.ts';
import type { ApiPorts } from './api-ports.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    declaration?: Route;
  }
}

/**
 * The access that a route requires: a right in the organization, a right over the platform, a person who is signed in to
 * the console (`person`; never an API key or a connected app), or none (`public`).
 */
export type Access = Action | { platform: PlatformAction } | 'person' | 'public';

/** The caller, with the organization that the call acts for and the role in it. */
export type Caller = { principal: Authenticated; organizationId: OrganizationId; role: Role };

type Version = 'v1' | 'v2';

type RouteSchema = {
  params?: TSchema;
  querystring?: TSchema;
  /** The JSON body. */
  body?: TSchema;
  response?: Record<number, TSchema>;
};

type Parsed<Schema extends RouteSchema, Part extends keyof RouteSchema> = Schema[Part] extends TSchema
  ? Static<Schema[Part]>
  : unknown;

type RouteRequest<Schema extends RouteSchema, Allowed extends Access, Files> = FastifyRequest<{
  Params: Parsed<Schema, 'params'>;
  Querystring: Parsed<Schema, 'querystring'>;
  Body: Parsed<Schema, 'body'> | (Files extends readonly string[] ? undefined : never);
}> &
  (Allowed extends 'public' ? unknown : { caller: Caller });

type Declaration<Schema extends RouteSchema, Allowed extends Access, Files> = {
  method: Extract<HTTPMethods, 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'>;
  /** The path without a version; the route is served under each of `versions` and without one. */
  path: `/${string}`;
  versions: readonly Version[];
  /** Other paths of the same endpoint; the reference leaves them out. */
  aliases?: readonly `/${string}`[];
  action: Allowed;
  /** A sentence about the endpoint, for the reference. */
  summary: string;
  /** The call acts for the organization in the path's `:id`. The response is 404 when the caller has no role in it. */
  organizationInPath?: true;
  /** Media types accepted besides JSON. The handler reads their bytes; `body` is undefined for them. */
  files?: Files;
  /** Error responses have the format of OAuth. */
  oauth?: true;
  /** Calls are neither authenticated nor rate-limited; for health checks. */
  exempt?: true;
  /**
   * The route renders images while the caller waits. Its calls are counted for the whole organization,
   * under a separate limit.
   */
  costly?: true;
  /** False: the GET route does not answer HEAD. Absent: it does. */
  head?: false;
  schema: Schema;
  /** An example of the JSON body, for the reference. A test checks it against the schema. */
  example?: Parsed<Schema, 'body'>;
  /** The HTTP status of a successful response. Default: 200. */
  status?: number;
  handler(ports: ApiPorts, request: RouteRequest<Schema, Allowed, Files>, reply: FastifyReply): unknown;
};

/** One endpoint without its specific request types, so that all endpoints fit into one list. */
export type Route = Omit<Declaration<RouteSchema, Access, readonly string[]>, 'handler'> & {
  handler(ports: ApiPorts, request: FastifyRequest, reply: FastifyReply): unknown;
};

/** Declares one endpoint. The handler's request is typed by the schema and the access. */
export const route = <
  const Schema extends RouteSchema,
  const Allowed extends Access,
  const Files extends readonly string[] | undefined = undefined,
>(
  declaration: Declaration<Schema, Allowed, Files>,
): Route => declaration as unknown as Route;
