import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanFileName, UNSAFE_IN_PATH } from '../../../domain/images/file-names.ts';
import { findBatch } from '../../../operations/batches/find-batch.ts';
import { type ArchivePlan, planArchive } from '../../../operations/batches/plan-archive.ts';
import { readManifest as manifestBytes, readArchive } from '../../../operations/batches/read-archive.ts';
import type { Batch } from '../../../ports/batches.ts';
import { Type } from '../../../schema/typebox.ts';
import { type Download, sendDownload } from '../../replies/send-image.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { type Caller, route } from '../../server/route.ts';
import { BatchParams, queryWith, textSchema } from '../../server/schemas.ts';

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
    outputs: Type.Optional(
      Type.Enum(['default', 'all'], {
        default: 'default',
        description:
          'With "all", the ZIP file also contains the named outputs of each execution, as name_output, and the manifest has a row for each file.',
      }),
    ),
  }),
};
type Asked = FastifyRequest<{
  Params: { id: Batch['id'] };
  Querystring: { names?: string; outputs?: 'default' | 'all' };
}> & {
  caller: Caller;
};

export const readResults = route({
  method: 'GET',
  path: '/batch/:id/results.zip',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Returns a ZIP file with the results of the batch and a manifest of all its executions.',
  schema,
  handler: (ports, request, reply) =>
    sendPlanned(ports, request, reply, (plan, { name, id }) => ({
      tag: plan.tag,
      contentType: 'application/zip',
      bytes: plan.bytes,
      fileName: `${cleanFileName((name ?? id).replaceAll(UNSAFE_IN_PATH, '_'))}.zip`,
      read: (range) => readArchive(ports, plan, range),
    })),
});

export const readManifest = route({
  method: 'GET',
  path: '/batch/:id/manifest.csv',
  versions: ['v1'],
  action: 'batch.read',
  summary:
    'Returns the manifest of the batch: one row for each execution, with the file names in results.zip.',
  schema,
  handler: (ports, request, reply) =>
    sendPlanned(ports, request, reply, (plan) => ({
      tag: `${plan.tag}-manifest`,
      contentType: 'text/csv; charset=utf-8',
      bytes: plan.manifestBytes,
      fileName: 'manifest.csv',
      read: (range) => manifestBytes(plan, range),
    })),
});

/** Plans the archive and sends a file of it. Closes the scratch files of the plan after the response. */
const sendPlanned = async (
  ports: ApiPorts,
  request: Asked,
  reply: FastifyReply,
  fileOf: (plan: ArchivePlan, batch: Batch) => Download,
): Promise<FastifyReply> => {
  const { caller, params, query } = request;
  const batch = await findBatch(ports, caller.organizationId, params.id);
  const options = { names: query.names, withOutputs: query.outputs === 'all' };
  const plan = await planArchive(ports, caller.organizationId, batch.id, options);
  if (reply.raw.closed) void plan.close();
  else reply.raw.once('close', plan.close);
  return sendDownload(fileOf(plan, batch), request, reply);
};
