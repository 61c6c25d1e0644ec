import type { ExecutionError } from '../../domain/executions/execution.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import type { Labels } from '../../domain/executions/labels.ts';
import type { BatchId, ContentHash, ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { FileFormat } from '../../domain/images/image-formats.ts';
import { DEFAULT_OUTPUT } from '../../domain/workflows/workflow.ts';
import type { ArchivedExecution, Batches } from '../../ports/batches.ts';
import { type Database, statement } from '../connection/database.ts';

type Row = {
  id: ExecutionId;
  status: Status;
  workflow_name: string;
  labels: Labels;
  input_file_name: string;
  input_hash: ContentHash;
  charged_credits: number | null;
  error: ExecutionError | null;
  created_at: Date;
  finished_at: Date;
  result_hash: ContentHash;
  result_file_name: string;
  format: FileFormat;
  bytes: number;
  crc32: number;
  outputs: ArchivedExecution['outputs'] | null;
};

const PAGE = 1_000;
const BEGIN = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const ONE_SNAPSHOT = statement('set transaction isolation level repeatable read, read only');
const READ = statement<Row>(`
  select e.id, e.status, e.workflow_name, e.labels, e.input_file_name, e.inputs #>> '{default,contentHash}' as input_hash,
    e.charged_credits, e.error, e.created_at, e.finished_at, e.result_hash, e.result_file_name, i.format, i.bytes, i.crc32,
    case when i.hash is not null then (
      select json_agg(json_build_object('output', named.output, 'hash', o.hash, 'fileName', named.file ->> 'name',
        'format', o.format, 'bytes', o.bytes, 'crc32', o.crc32) order by named.output)
      from jsonb_each(e.results) as named (output, file)
      join images o on o.organization_id = e.organization_id and o.hash = named.file ->> 'contentHash'
        and o.deleted_at is null
      where named.output <> '${DEFAULT_OUTPUT}'
    ) end as outputs
  from executions e
  left join images i on e.status = 'COMPLETED' and i.organization_id = e.organization_id and i.hash = e.result_hash
    and i.deleted_at is null
  where e.organization_id = $1 and e.batch_id = $2 and (e.created_at, e.id) > ($3::timestamptz, $4::uuid)
  order by e.created_at, e.id limit ${PAGE}`);

export const readArchivedExecutions =
  (database: Database): Batches['readExecutions'] =>
  (organizationId: OrganizationId, id: BatchId, visit) =>
    database.transaction(async (run) => {
      await run(ONE_SNAPSHOT, []);
      let last: { createdAt: Date; id: string } = BEGIN;
      for (;;) {
        const rows = await run(READ, [organizationId, id, last.createdAt, last.id]);
        const page = rows.map(executionOf);
        if (page.length > 0) await visit(page);
        const end = page.at(-1);
        if (!end || page.length < PAGE) return;
        last = end;
      }
    });

const executionOf = (row: Row): ArchivedExecution => ({
  id: row.id,
  status: row.status,
  workflowName: row.workflow_name,
  labels: row.labels,
  inputFileName: row.input_file_name,
  inputContentHash: row.input_hash,
  chargedCredits: row.charged_credits,
  error: row.error,
  createdAt: row.created_at,
  result: row.format
    ? {
        hash: row.result_hash,
        fileName: row.result_file_name,
        format: row.format,
        bytes: row.bytes,
        crc32: row.crc32,
        finishedAt: row.finished_at,
      }
    : undefined,
  outputs: row.outputs ?? [],
});
