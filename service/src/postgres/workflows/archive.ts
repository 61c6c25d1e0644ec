import type { Workflows } from '../../ports/workflows.ts';
import { type Run, statement } from '../database.ts';
import { WORKFLOWS_CHANNEL } from './add-version.ts';

const ARCHIVE = statement<{ id: string }>(`
  update workflows set archived_at = now() where organization_id = $1 and id = $2 and archived_at is null
  returning id, pg_notify('${WORKFLOWS_CHANNEL}', id::text)`);

export const archive =
  (run: Run): Workflows['archive'] =>
  async (organizationId, id) =>
    (await run(ARCHIVE, [organizationId, id])).length > 0;
