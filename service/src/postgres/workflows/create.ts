import { uuidv7 } from 'uuidv7';
import type { Workflows } from '../../ports/workflows.ts';
import { type Run, statement } from '../database.ts';
import { type VersionRow, WORKFLOW_COLUMNS } from './workflow-row.ts';

const CREATE = statement<VersionRow>(`
  with workflow as (
    insert into workflows (id, organization_id, latest_version) values ($1, $2, $3)
  ), version as (
    insert into workflow_versions (id, workflow_id, organization_id, author_id, name, inputs, steps, qa, price)
    values ($3, $1, $2, $4, $5, $6, $7, $8, $9)
    returning *
  )
  select ${WORKFLOW_COLUMNS} from version join users author on author.id = version.author_id`);

export const create =
  (run: Run): Workflows['create'] =>
  async (organizationId, author, { name, inputs, steps, qa, priceInCredits }) => {
    const [row] = await run(CREATE, [
      uuidv7(),
      organizationId,
      uuidv7(),
      author,
      name,
      JSON.stringify(inputs),
      JSON.stringify(steps),
      qa,
      priceInCredits,
    ]);
    return { ...row!, archived: false };
  };
