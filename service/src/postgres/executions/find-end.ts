import { runTogether } from '../../batching/run-together.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd, Executions } from '../../ports/executions.ts';
import type { OrganizationImage } from '../../ports/images/images.ts';
import { type Database, statement } from '../connection/database.ts';
import type { ResultCache } from './result-cache.ts';

type EndRow = Omit<ExecutionEnd, 'result'> &
  Omit<OrganizationImage, 'hash'> & {
    deletedAt: Date | null;
    id: ExecutionId;
    organizationId: OrganizationId;
    fileName: string;
    hash: OrganizationImage['hash'] | null;
  };

const FIND_END = statement<EndRow>(`
  select e.id, e.organization_id as "organizationId", e.status, e.error, e.result_file_name as "fileName",
    i.hash, i.format, i.content_type as "contentType", i.width, i.height, i.bytes, i.crc32,
    i.reviewers_only as "reviewersOnly", i.deleted_at as "deletedAt"
  from executions e left join images i on i.organization_id = e.organization_id and i.hash = e.result_hash
  where e.id = any ($1::uuid[])`);

/** Reads status, error and result. Calls that arrive while a query runs share the next query. */
export const findEnd = (database: Database, cache: ResultCache): Executions['findEnd'] => {
  const batcher = runTogether<ExecutionId, EndRow | undefined>(
    async (ids) => {
      const rows = new Map((await database.run(FIND_END, [ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    },
    { name: 'find end', maxItems: 200, gatherMs: 0 },
  );
  return async (organizationId, id) => {
    const cached = await cache.find(organizationId, id);
    if (cached) return { status: 'COMPLETED', error: null, result: cached };
    const row = await batcher.add(id);
    if (row?.organizationId !== organizationId) return undefined;
    const { status, error, fileName, hash, format, contentType, width, height, bytes, crc32, reviewersOnly } =
      row;
    if (row.deletedAt) return { status, error, result: undefined, resultDeletedAt: row.deletedAt };
    const image = hash && { hash, format, contentType, width, height, bytes, crc32, reviewersOnly };
    const result = image ? { image, fileName } : undefined;
    if (status === 'COMPLETED' && result) cache.add(organizationId, id, result);
    return { status, error, result };
  };
};
