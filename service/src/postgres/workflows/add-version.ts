import { uuidv7 } from 'uuidv7';
import type { Workflows } from '../../ports/workflows.ts';
import { CHANNELS } from '../channels.ts';
import { type Run, statement } from '../database.ts';
import { type VersionRow, WORKFLOW_COLUMNS } from './workflow-row.ts';

const ADD_VERSION = statement<VersionRow>(`
  with workflow as (
    update workflows set latest_version = $3 where id = $1 and organization_id = $2 and archived_at is null
    returning id, organization_id, pg_notify('${CHANNELS.workflows}', id::text)
  ), version as (
    insert into workflow_versions (id, workflow_id, organization_id, author_id, name, inputs, steps, qa, price)
    select $3, id, organization_id, $4, $5, $6, $7, $8, $9 from workflow
    returning *
  )
  select ${WORKFLOW_COLUMNS} from version join users author on author.id = version.author_id`);

export const addVersion =
  (run: Run): Workflows['addVersion'] =>
  async (organizationId, id, author, { name, inputs, steps, qa, priceInCredits }) => {
    const [row] = await run(ADD_VERSION, [
      id,
      organizationId,
      uuidv7(),
      author,
      name,
      JSON.stringify(inputs),
      JSON.stringify(steps),
      qa,
      priceInCredits,
    ]);
    return row && { ...row, archived: false };
  };
