import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createBody, image } from './client.ts';

export type Load = {
  /** The ids of the executions whose create was answered with 201. */
  accepted: string[];
  /** The Idempotency-Key of each call that was repeated until it was answered with 201. */
  idsByKey: Map<string, string>;
  refusals: Map<number, number>;
  /** The responses that no fault may cause: all except 201 and a 503 with Retry-After. */
  unexpected: string[];
  stop(): Promise<void>;
};

const PAUSE_AFTER_FAULT_MS = 30;

/**
 * Starts callers that keep uploading and creating, whatever fails. Every second one repeats a create until it
 * gets a 201.
 */
export const startLoad = (client: Client, workflows: string[], callers: number): Load => {
  let stopped = false;
  const accepted: string[] = [];
  const idsByKey = new Map<string, string>();
  const refusals = new Map<number, number>();
  const unexpected: string[] = [];

  /** Makes a call. Returns undefined when no response came or the service asked to try again later. */
  const attempt = async (...args: Parameters<Client['call']>) => {
    const answer = await client.call(...args).catch(() => undefined);
    if (answer?.status === 201) return answer.text;
    if (answer) refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
    if (answer && answer.status !== 503) unexpected.push(`${args[0]}: ${answer.status} ${answer.text}`);
    if (answer?.status === 503 && !answer.headers.has('retry-after'))
      unexpected.push(`${args[0]}: 503 without Retry-After`);
    await sleep(PAUSE_AFTER_FAULT_MS);
    return undefined;
  };

  const caller = async (number: number) => {
    const repeats = number % 2 === 1;
    for (let turn = 0; !stopped; turn++) {
      const upload = { body: await image(), headers: { 'content-type': 'image/png' } };
      const hash = await attempt('POST /v1/upload', upload);
      if (!hash) continue;
      const line = `POST /v1/workflow/execution/create?workflow=${workflows[turn % workflows.length]}`;
      const key = randomUUID();
      const create = {
        ...createBody(hash, { labels: { key } }),
        ...(repeats ? { headers: { 'idempotency-key': key } } : {}),
      };
      let id = await attempt(line, create);
      while (!id && repeats && !stopped) id = await attempt(line, create);
      if (!id) continue;
      accepted.push(id);
      if (repeats) idsByKey.set(key, id);
    }
  };
  const running = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));

  return {
    accepted,
    idsByKey,
    refusals,
    unexpected,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};
