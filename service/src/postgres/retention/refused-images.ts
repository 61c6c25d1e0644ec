import { type Database, statement } from '../connection/database.ts';

// A refused create marks only images that were new. An execution can still use such an image, when another call
// brought the same bytes or named their hash; so only executions that are newer than the image are searched. After
// an hour no such call can still be in progress.
const DELETE_REFUSED = statement<{ deleted: number }>(`
  with unused as (
    select organization_id, hash from images image
    where refused_at < now() - interval '1 hour' and deleted_at is null and not as_result
    limit 500 for update skip locked
  ), used as (
    select organization_id, hash from unused join images image using (organization_id, hash)
    where exists (
      select from executions e where e.organization_id = image.organization_id and e.created_at >= image.created_at
        and e.status = any (enum_range(null::execution_status))
        and jsonb_path_exists(e.inputs, '$.*.contentHash ? (@ == $hash)', jsonb_build_object('hash', image.hash)))
  ), kept as (
    update images set refused_at = null from used
    where images.organization_id = used.organization_id and images.hash = used.hash
  ), deleted as (
    delete from images using unused
    where images.organization_id = unused.organization_id and images.hash = unused.hash
      and not exists (select from used where used.organization_id = unused.organization_id and used.hash = unused.hash)
    returning 1
  )
  select count(*) as deleted from deleted`);

/** Deletes images that were brought along by a create which was refused, unless an execution uses them. */
export const deleteRefusedImages = async ({ run }: Database): Promise<number> =>
  (await run(DELETE_REFUSED, []))[0]?.deleted ?? 0;
