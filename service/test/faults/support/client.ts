import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { isFinal, type Status } from '../../../src/domain/executions/execution-states.ts';
import { ownTime } from '../../support/own-time.ts';
import { until } from '../../support/until.ts';
import { ADMINISTRATOR_KEY } from './service.ts';

export type Answer = { status: number; headers: Headers; bytes: Buffer; text: string; tookMs: number };

type Options = {
  json?: unknown;
  body?: Buffer;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** The client reads `address.url` at each call, because the address of the service may change with every restart. */
export type Client = ReturnType<typeof clientOf>;

export const clientOf = (address: { url: string }, key = ADMINISTRATOR_KEY) => {
  const open = (line: string, { json, body, headers, timeoutMs = 10_000 }: Options = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ', 2);
    const content = json === undefined ? body && new Uint8Array(body) : JSON.stringify(json);
    return fetch(address.url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  };
  const accepted: string[] = [];
  const call = async (line: string, options?: Options): Promise<Answer> => {
    const startedAt = ownTime();
    const response = await open(line, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    const tookMs = ownTime() - startedAt;
    const text = bytes.toString();
    if (response.status === 201 && line.startsWith('POST /v1/workflow/execution/create?'))
      accepted.push(text);
    return { status: response.status, headers: response.headers, bytes, text, tookMs };
  };
  const ok = async (line: string, options?: Options): Promise<Answer> => {
    const answer = await call(line, options);
    assert.ok(answer.status >= 200 && answer.status < 300, `${line}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const json = async <Body>(line: string, options?: Options): Promise<Body> =>
    JSON.parse((await ok(line, options)).text) as Body;

  return {
    /** The ids of the executions whose create was answered with 201. */
    accepted,
    open,
    call,
    ok,
    json,
    upload: async (bytes?: Buffer): Promise<string> =>
      (
        await ok('POST /v1/upload', {
          body: bytes ?? (await image()),
          headers: { 'content-type': 'image/png' },
        })
      ).text,
    create: async (workflow: string, contentHash: string, more: object = {}): Promise<string> =>
      (await ok(`POST /v1/workflow/execution/create?workflow=${workflow}`, createBody(contentHash, more)))
        .text,
    read: (id: string) => json<ExecutionRecord>(`GET /v1/workflow/execution/${id}`),
    /** Waits until the execution has this status, or a final one when none is named. */
    when: (id: string, wanted?: Status, deadlineMs = 30_000): Promise<ExecutionRecord> =>
      until(`${id} is ${wanted ?? 'in a final state'}`, deadlineMs, async () => {
        const record = await json<ExecutionRecord>(`GET /v1/workflow/execution/${id}`);
        return (wanted ? record.status === wanted : isFinal(record.status)) && record;
      }),
    addWorkflow: async (workflowComponents: object[] = []): Promise<string> =>
      (await json<{ id: string }>('POST /v1/workflow', { json: { name: 'Any', workflowComponents } })).id,
    /** Another organization with credits, and a client that acts for it. */
    openOrganization: async (credits: number) => {
      const { id } = await json<{ id: string }>('POST /v1/organization', { json: { name: 'Other' } });
      await ok(`POST /v1/organization/${id}/credits`, { json: { amount: credits, note: 'To begin with' } });
      const made = await json<{ key: string }>(`POST /v1/organization/${id}/keys`, {
        json: { name: 'Key', role: 'owner' },
      });
      return { id, client: clientOf(address, made.key) };
    },
  };
};

export const createBody = (contentHash: string, more: object = {}) => ({
  json: { image: { name: 'shoe.png', contentHash, contentType: 'image/png' }, ...more },
});

/** An image unlike every other. */
export const image = (width = 64, height = 64): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
