import { uuidv7 } from 'uuidv7';
import type { Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const RENAME = statement(`
  with renamed as (
    update organizations set name = $2, version = $3 where id = $1 returning id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $4, 'organization.rename', id, jsonb_build_object('name', $2::text) from renamed`);

export const rename =
  (run: Run): Organizations['rename'] =>
  async (id, name, by) => {
    await run(RENAME, [id, name, uuidv7(), by]);
  };
