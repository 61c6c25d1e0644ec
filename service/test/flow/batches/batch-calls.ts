import type { batchRecord, detailedBatchRecord } from '../../../src/http/routes/batches/record.ts';
import type { Call } from '../../support/call.ts';
import { ok, read } from '../../support/tenant.ts';

export type Batch = ReturnType<typeof detailedBatchRecord>;
export type Listed = { entries: ReturnType<typeof batchRecord>[]; total: number };

export const addBatch = async (call: Call, json: object = {}): Promise<Batch> =>
  (await ok(call('POST /v1/batch', { json: { name: 'Shoes', ...json } }))).json<Batch>();
export const find = async (call: Call, id: string): Promise<Batch> =>
  (await ok(call(`GET /v1/batch/${id}`))).json<Batch>();
export const change = async (call: Call, id: string, json: object): Promise<Batch> =>
  (await ok(call(`PUT /v1/batch/${id}`, { json }))).json<Batch>();
export const act = async (call: Call, id: string, verb: string): Promise<Batch> =>
  (await ok(call(`POST /v1/batch/${id}/${verb}`))).json<Batch>();
export const list = async (call: Call, query = ''): Promise<Listed> =>
  (await ok(call(`GET /v1/batch?${query}`))).json<Listed>();
export const inBatch = (id: string) => ({ labels: { service_batch_id: id } });

export const statusOf = async (call: Call, id: string) => {
  const { status, error } = await read(call, id);
  return error ? `${status} ${error.code}` : status;
};
export const statusesOf = (call: Call, ids: string[]) => Promise.all(ids.map((id) => statusOf(call, id)));
export const retry = (call: Call, id: string) => call(`POST /v1/workflow/execution/${id}/retry`);
export const cancel = (call: Call, id: string) => ok(call(`POST /v1/workflow/execution/${id}/cancel`));

/** Opens the status stream of a batch. The events are read until the server ends it. */
export const openEvents = async (call: Call, id: string, headers: Record<string, string> = {}) => {
  const answer = await call.open(`GET /v1/batch/${id}/status`, { headers });
  const read = async () =>
    (await answer.text())
      .split('\n\n')
      .filter((event) => event.startsWith('id:'))
      .map((event) => {
        const [id, name, data] = event.split('\n').map((line) => line.replace(/^\w+: /, ''));
        return { id: id!, name, data: JSON.parse(data!) as Batch };
      });
  return { status: answer.status, read };
};
export const eventsOf = async (call: Call, id: string) => (await openEvents(call, id)).read();
