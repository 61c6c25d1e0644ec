import type { components, paths } from './interface.ts';

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths of the API that support this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M & keyof paths[P]] extends { responses: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P][M & keyof paths[P]];

type ContentOf<Response> = Response extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json
    : Content extends { 'text/plain': infer Text }
      ? Text
      : unknown
  : undefined;

/** The body of a successful response. */
export type AnswerOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer Responses }
    ? ContentOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
    : never;

type PathParametersOf<O> = O extends { parameters: { path: infer Path extends object } }
  ? { path: Path }
  : { path?: never };
type QueryOf<O> = O extends { parameters: { query: infer Query extends object } }
  ? { query: Query }
  : O extends { parameters: { query?: infer Query } }
    ? { query?: Query }
    : { query?: never };
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: never };

type Parts<O> = O extends unknown ? PathParametersOf<O> & QueryOf<O> & BodyOf<O> : never;

/** The parameters and the body of a call, as the API declares them. */
export type PartsOf<M extends Method, P extends keyof paths> = Parts<Operation<M, P>>;

type Schemas = components['schemas'];
export type Execution = Schemas['ExecutionRecord'];
export type Status = Execution['status'];
export type Trace = Schemas['Trace'];
export type TraceStep = Trace['steps'][number];
export type Workflow = Schemas['Workflow'];
export type ApiKey = Schemas['ApiKey'];
export type Session = AnswerOf<'get', '/v1/session'>;
export type Role = Session['organization']['role'];
