import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Action, PlatformAction, Role } from '../../domain/people/rights.ts';
import type { Static, TSchema } from '../../schema/typebox.ts';
import type { Authenticated } from '../authentication/authenticate.ts';
import type { World } from './world.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    declaration?: Route;
  }
}

/**
 * Who may call: a right inside the organization, a right over the platform, a person who is signed in to the console
 * (never a program), or anyone.
 */
export type Access = Action | { platform: PlatformAction } | 'person' | 'public';

/** The caller, in the organization that the call acts for. */
export type Caller = { principal: Authenticated; organizationId: OrganizationId; role: Role };

export type Version = 'v1' | 'v2';

export type RouteSchema = {
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
  /** Without the version: served under each of `versions` and without any. */
  path: `/${string}`;
  versions: readonly Version[];
  /** Other paths to the same; the reference leaves them out. */
  aliases?: readonly `/${string}`[];
  action: Allowed;
  /** One sentence for the reference. */
  summary: string;
  /** The organization acted for is the path's `:id`; one that is not the caller's does not exist. */
  organizationInPath?: true;
  /** Media types besides JSON. Their bytes are left to the handler, and `body` is undefined. */
  files?: Files;
  /** What is wrong with the request is told in the words of OAuth. */
  oauth?: true;
  /** Health checks are neither counted nor refused. */
  uncounted?: true;
  /** Makes pictures for people who wait: counted for the organization, by a limit of its own. */
  costly?: true;
  /** HEAD is answered like GET, without the body, unless this is false. */
  head?: false;
  schema: Schema;
  /** The status of success; 200 unless given. */
  status?: number;
  handler(world: World, request: RouteRequest<Schema, Allowed, Files>, reply: FastifyReply): unknown;
};

/** One endpoint, with its own types forgotten, so that all of them fit into one list. */
export type Route = Omit<Declaration<RouteSchema, Access, readonly string[]>, 'handler'> & {
  handler(world: World, request: FastifyRequest, reply: FastifyReply): unknown;
};

/** Declares one endpoint. The handler's request is typed by the schema and the access. */
export const route = <
  const Schema extends RouteSchema,
  const Allowed extends Access,
  const Files extends readonly string[] | undefined = undefined,
>(
  declaration: Declaration<Schema, Allowed, Files>,
): Route => declaration as unknown as Route;
