import type { Workflows } from '../../ports/workflows.ts';
import { CHANNELS } from '../channels.ts';
import { type Run, statement } from '../database.ts';

const ARCHIVE = statement<{ id: string }>(`
  with archived as (
    update workflows set archived_at = now() where organization_id = $1 and id = $2 and archived_at is null
    returning id, organization_id, pg_notify('${CHANNELS.workflows}', id::text)
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3::uuid, 'workflow.archive', id, jsonb_build_object('name', (
    select name from workflow_versions where workflow_id = archived.id order by created_at desc, id desc limit 1))
  from archived
  returning id`);

export const archive =
  (run: Run): Workflows['archive'] =>
  async (organizationId, id, by) =>
    (await run(ARCHIVE, [organizationId, id, by ?? null])).length > 0;
