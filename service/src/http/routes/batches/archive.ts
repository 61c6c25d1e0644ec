import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanFileName } from '../../../domain/images/file-names.ts';
import { type ArchivePlan, DEFAULT_NAMES, planArchive } from '../../../operations/batches/build-archive.ts';
import { findBatch } from '../../../operations/batches/find-batch.ts';
import { readManifest as manifestBytes, readArchive } from '../../../operations/batches/read-archive.ts';
import type { Batch } from '../../../ports/batches.ts';
import { Type } from '../../../schema/typebox.ts';
import { type SentFile, sendDownload } from '../../replies/send-image.ts';
import { type Caller, route } from '../../server/route.ts';
import { BatchParams, queryWith, textSchema } from '../../server/schemas.ts';
import type { World } from '../../server/world.ts';

const schema = {
  params: BatchParams,
  querystring: queryWith({
    names: Type.Optional(
      Type.String({
        ...textSchema(1, 1000),
        description:
          'Template of the file names: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: {name}.',
      }),
    ),
  }),
};
type Asked = FastifyRequest<{ Params: { id: Batch['id'] }; Querystring: { names?: string } }> & {
  caller: Caller;
};

export const readResults = route({
  method: 'GET',
  path: '/batch/:id/results.zip',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Returns a ZIP file with the results of the batch and a manifest of all its executions.',
  schema,
  handler: (world, request, reply) =>
    sendPlanned(world, request, reply, (plan, { name, id }) => ({
      tag: plan.tag,
      contentType: 'application/zip',
      bytes: plan.bytes,
      fileName: `${cleanFileName(name ?? id)}.zip`,
      read: (range) => Readable.from(readArchive(world.objects, plan, range), { objectMode: false }),
    })),
});

export const readManifest = route({
  method: 'GET',
  path: '/batch/:id/manifest.csv',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Returns the manifest of the batch: one row for each execution, with the names of results.zip.',
  schema,
  handler: (world, request, reply) =>
    sendPlanned(world, request, reply, (plan) => ({
      tag: `${plan.tag}-manifest`,
      contentType: 'text/csv; charset=utf-8',
      bytes: plan.manifestBytes,
      fileName: 'manifest.csv',
      read: (range) => Readable.from(manifestBytes(plan, range), { objectMode: false }),
    })),
});

/** Plans the archive and sends a file of it. The scratch files of the plan are closed when the answer is over. */
const sendPlanned = async (
  world: World,
  request: Asked,
  reply: FastifyReply,
  fileOf: (plan: ArchivePlan, batch: Batch) => SentFile,
): Promise<FastifyReply> => {
  const { caller, params, query } = request;
  const batch = await findBatch(world, caller.organizationId, params.id);
  const plan = await planArchive(world, caller.organizationId, batch.id, query.names ?? DEFAULT_NAMES);
  if (reply.raw.closed) void plan.close();
  else reply.raw.once('close', plan.close);
  return sendDownload(fileOf(plan, batch), request, reply);
};
