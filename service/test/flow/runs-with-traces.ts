import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { traceRecord } from '../../src/http/routes/executions/trace-record.ts';
import type { Call } from '../support/call.ts';
import { addWorkflow, create, ok, type Tenant, untilStatus, upload } from '../support/tenant.ts';

export type Trace = ReturnType<typeof traceRecord>;
type Step = { id: string; component: string; params?: object; when?: object };

export const pathOf = (id: string) => `/v1/workflow/execution/${id}/trace`;
export const traceOf = async (call: Call, id: string): Promise<Trace> =>
  (await ok(call(`GET ${pathOf(id)}`))).json<Trace>();
export const previewOf = (call: Call, id: string, step: string) => call(`GET ${pathOf(id)}/${step}/preview`);
export const stepOf = (trace: Trace, id: string) =>
  trace.steps.find((step) => step.id === id) ?? assert.fail(id);

/** An object on a plain ground, larger than a preview. */
export const product = (width = 1200, height = 900): Promise<Buffer> => {
  const side = Math.round(height / 2);
  const object = { create: { width: side, height: side, channels: 3, background: '#b03a2e' } } as const;
  return sharp({ create: { width, height, channels: 3, background: '#f2f2f0' } })
    .composite([
      { input: object, left: Math.round((width - side) / 2), top: Math.round((height - side) / 2) },
    ])
    .jpeg()
    .toBuffer();
};

/** Runs steps on an image, and returns the id of the execution once it has this status. */
export const runIn =
  (tenant: Tenant) =>
  async (
    workflowComponents: Step[],
    bytes: Buffer,
    {
      status = 'COMPLETED',
      in: where = tenant,
      ...more
    }: { status?: 'COMPLETED' | 'FAILED' | 'IN_QA'; in?: Tenant; qa?: string; inputs?: object } = {},
  ): Promise<string> => {
    const workflow = await addWorkflow(where.owner, { workflowComponents, ...more });
    const id = await create(where.operator, workflow, { contentHash: await upload(where.operator, bytes) });
    await untilStatus(where.owner, id, status);
    return id;
  };

export const RESIZE = { id: 'small', component: 'resize', params: { width: 800 } };
export const CANVAS = { id: 'place', component: 'canvas', params: { width: 1000, height: 1000, margin: 10 } };
export const JPEG = { id: 'file', component: 'convert', params: { format: 'jpeg', quality: 80 } };
