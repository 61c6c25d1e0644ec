import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { ResultOrigin, StoredObjects } from '../../ports/retention.ts';
import { type Database, statement } from '../connection/database.ts';

const PAGE = 500;

// Finds the images of a page of hashes through the organizations: `images` has no index on the hash alone.
const AFTER = statement<{ hash: ContentHash; bytes: number }>(`
  with page as (
    select hash from objects where hash > $1 and refs > 0 order by hash limit ${PAGE}
  )
  select page.hash, held.bytes from page cross join lateral (
    select i.bytes from organizations o join images i on i.organization_id = o.id and i.hash = page.hash
    where i.deleted_at is null limit 1
  ) held order by page.hash`);

const ORGANIZATIONS_WITH = statement<{ id: OrganizationId }>(`
  select o.id from organizations o join images i on i.organization_id = o.id and i.hash = $1
  where i.deleted_at is null`);

const ORIGINS = statement<ResultOrigin>(`
  select id as "executionId", workflow_version as "workflowVersion", settings, inputs from executions
  where organization_id = any ($2::uuid[]) and status in ('COMPLETED', 'IN_QA')
    and (result_hash = $1 or results is not null
      and jsonb_path_exists(results, '$.*.contentHash ? (@ == $hash)', jsonb_build_object('hash', $1::text)))
  order by created_at desc limit 3`);

export const storedObjectsIn = ({ run }: Database): StoredObjects => {
  const organizationsWith: StoredObjects['organizationsWith'] = async (hash) =>
    (await run(ORGANIZATIONS_WITH, [hash])).map(({ id }) => id);
  return {
    after: (hash) => run(AFTER, [hash]),
    originsOf: async (hash) => run(ORIGINS, [hash, await organizationsWith(hash)]),
    organizationsWith,
  };
};
