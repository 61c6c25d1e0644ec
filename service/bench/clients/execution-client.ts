import { readFile } from 'node:fs/promises';
import { closedLoop } from '../measure.ts';
import { type Caller, openCaller } from './http-caller.ts';

const JSON_TYPE = 'application/json';
const UPLOADERS = 16;

export type ExecutionClient = {
  caller: Caller;
  /** Uploads images and returns their hashes, in order. */
  upload(paths: string[]): Promise<string[]>;
  create(workflow: string, hash: string): Promise<string>;
  /** Follows the status stream to its end. */
  untilCompleted(id: string): Promise<void>;
  /** Waits for the result and reads it. */
  result(id: string): Promise<Buffer>;
  /** Waits for the result, discards it and returns its size in bytes. */
  download(id: string): Promise<number>;
};

/** A client for Darkroom and for the glue (Fastify, BullMQ and Redis), whose API has the same paths. */
export const openExecutionClient = (origin: string, apiKey: string, connections: number): ExecutionClient => {
  const caller = openCaller(origin, apiKey, connections);
  return {
    caller,
    upload: async (paths) => {
      const hashes: string[] = [];
      await closedLoop(UPLOADERS, async (item) => {
        hashes[item] = await caller.post('/v1/upload', await readFile(paths[item]!), 'image/jpeg');
      })(0, paths.length);
      return hashes;
    },
    create: (workflow, hash) =>
      caller.post(
        `/v1/workflow/execution/create?workflow=${workflow}`,
        JSON.stringify({
          image: { name: `${hash.slice(0, 8)}.jpg`, contentHash: hash, contentType: 'image/jpeg' },
        }),
        JSON_TYPE,
      ),
    untilCompleted: async (id) => {
      const events = await caller.get(`/v1/workflow/execution/${id}/status`);
      if (!events.includes('data: COMPLETED')) throw new Error(`execution ${id} ended otherwise: ${events}`);
    },
    result: (id) => caller.get(resultOf(id)),
    download: (id) => caller.download(resultOf(id)),
  };
};

const resultOf = (id: string): string => `/v1/workflow/execution/${id}/result/default`;
