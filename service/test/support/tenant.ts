import assert from 'node:assert/strict';
import type { components } from '../../../client/src/interface.ts';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import type { Status } from '../../src/domain/executions/execution-states.ts';
import { ROLES, type Role } from '../../src/domain/people/rights.ts';
import { type Answer, type Call, callAs } from './call.ts';
import { randomImage } from './images.ts';
import type { Service } from './service.ts';

export type WorkflowRecord = components['schemas']['Workflow'];

/** An organization of a test's own, with a key for each role. */
export type Tenant = { id: string } & Record<Role, Call>;

export const openTenant = async (service: Service, credits = 1_000): Promise<Tenant> => {
  const id = await addOrganization(service);
  if (credits > 0) await grant(service, { id }, credits);
  return { id, ...(await keysFor(service, id)) };
};

export const addOrganization = async ({ administrator }: Service): Promise<string> =>
  (await ok(administrator('POST /v1/organization', { json: { name: 'Tenant' } }))).json<{ id: string }>().id;

export const keysFor = async (service: Service, id: string): Promise<Record<Role, Call>> => {
  const calls = ROLES.map(async (role) => [role, await keyFor(service, id, role)] as const);
  return Object.fromEntries(await Promise.all(calls)) as Record<Role, Call>;
};

const keyFor = async ({ administrator, base }: Service, id: string, role: Role): Promise<Call> => {
  const json = { name: `Key of the ${role}`, role };
  const { key } = (await ok(administrator(`POST /v1/organization/${id}/keys`, { json }))).json<{
    key: string;
  }>();
  return callAs(base, key);
};

/** Grants credits to an organization. A negative amount withdraws credits. */
export const grant = ({ administrator }: Service, { id }: { id: string }, amount: number): Promise<Answer> =>
  ok(administrator(`POST /v1/organization/${id}/credits`, { json: { amount, note: 'For a test' } }));

/** Returns the response, or fails with its status and text when it is not a success. */
export const ok = async (answer: Answer | Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer;
  assert.ok(status >= 200 && status < 300, `${status} ${text}`);
  return answer;
};

type Draft = {
  name?: string;
  inputs?: object;
  workflowComponents?: object[];
  qa?: string;
  qaSampling?: object;
  executionPrice?: number;
  resultNames?: string | null;
};

/** A workflow that only re-encodes the image, unless the draft says otherwise. */
export const addWorkflow = async (call: Call, draft: Draft = {}): Promise<WorkflowRecord> =>
  (
    await ok(call('POST /v1/workflow', { json: { name: 'Any', workflowComponents: [], ...draft } }))
  ).json<WorkflowRecord>();

/** The hash of an uploaded image: of these bytes, or else of a new image. */
export const upload = async (call: Call, bytes?: Buffer): Promise<string> =>
  (await ok(call('POST /v1/upload', { file: { bytes: bytes ?? (await randomImage()), name: 'shoe.jpg' } })))
    .text;

/** The id of a new execution on an image that was uploaded before. */
export const create = async (
  call: Call,
  workflow: { id: string },
  body: { contentHash?: string; name?: string; [field: string]: unknown } = {},
): Promise<string> => {
  const { contentHash = await upload(call), name = 'shoe.jpg', ...more } = body;
  const json = { image: { name, contentHash, contentType: 'image/jpeg' }, ...more };
  return (await ok(call(`POST /v1/workflow/execution/create?workflow=${workflow.id}`, { json }))).text;
};

export const read = async (call: Call, id: string): Promise<ExecutionRecord> =>
  (await ok(call(`GET /v1/workflow/execution/${id}`))).json<ExecutionRecord>();

/** The record once the status stream has shown this status. */
export const untilStatus = async (call: Call, id: string, status: Status): Promise<ExecutionRecord> => {
  const done = new AbortController();
  const response = await call.open(`GET /v1/workflow/execution/${id}/status`, { signal: done.signal });
  assert.equal(response.status, 200);
  let seen = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk;
    if (seen.includes(`data: ${status}\n`)) break;
  }
  done.abort();
  assert.ok(seen.includes(`data: ${status}\n`), `${status} was not among ${seen}`);
  return read(call, id);
};

export const balance = async (call: Call): Promise<number> =>
  Number((await ok(call('GET /v1/organization/balance'))).text);
