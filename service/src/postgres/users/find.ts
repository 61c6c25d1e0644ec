import type { Account, Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const ACCOUNT_COLUMNS = `id, email, name, platform_administrator as "platformAdministrator",
  password_hash as "passwordHash"`;

const FIND = statement<Account>(`select ${ACCOUNT_COLUMNS} from users where id = $1`);
const FIND_BY_EMAIL = statement<Account & { knownAddress: boolean }>(`
  select ${ACCOUNT_COLUMNS},
    exists (select from sessions where user_id = users.id and address = $2) as "knownAddress"
  from users where lower(email) = lower($1)`);

export const find =
  (run: Run): Users['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];

export const findByEmail =
  (run: Run): Users['findByEmail'] =>
  async (email, address) =>
    (await run(FIND_BY_EMAIL, [email, address]))[0];
