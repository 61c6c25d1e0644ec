import type { NotErasable } from '../../ports/erasures.ts';
import { type Run, type Statement, statement } from '../connection/database.ts';

const CHECK = statement<{ needed: boolean }>(`
  select exists (
      select from memberships mine where mine.user_id = $1 and mine.role = 'owner' and not exists (
        select from memberships other
        where other.organization_id = mine.organization_id and other.role = 'owner' and other.user_id <> $1)
    ) or account.platform_administrator and not exists (
      select from users other where other.platform_administrator and other.id <> $1) as needed
  from users account where id = $1 and email not like '%@erased.invalid'`);

/**
 * The reason why a person cannot be erased. `needed`: nobody else could manage an organization, or the installation.
 * `unknown`: there is no such account, or it is already erased.
 */
export const whyPersonNotErasable = async (run: Run, id: string): Promise<NotErasable | undefined> => {
  const [row] = await run(CHECK, [id]);
  return row ? (row.needed ? 'needed' : undefined) : 'unknown';
};

// The account stays as a row without a name, because executions, keys and reviews refer to it.
const ANONYMIZE = statement<{ email: string }>(`
  with before as (select id, email from users where id = $1 for update)
  update users set email = 'erased-' || users.id || '@erased.invalid', name = 'Erased person', password_hash = null,
    platform_administrator = false, selected_organization_id = null, address_proven_at = null, notices = '{}'
  from before where users.id = before.id returning before.email`);

const OF_ACCOUNT = [
  'delete from sessions where user_id = $1',
  'delete from identities where user_id = $1',
  'delete from device_codes where user_id = $1',
  'delete from grants where user_id = $1',
  'delete from password_resets where user_id = $1 or made_by = $1',
  'delete from notices where user_id = $1',
  'delete from memberships where user_id = $1',
  'update api_keys set revoked_at = coalesce(revoked_at, now()) where user_id = $1',
].map((text) => statement(text));

// Matches the whole address, in upper or lower case, and not as a part of a longer address.
const pattern = (email: string) =>
  `'(?<![\\w.+-])' || regexp_replace(${email}, '([^\\w@])', '\\\\\\1', 'g') || '(?![\\w-])'`;
const PATTERN = pattern('$1');
const BY_ADDRESS = [
  'delete from invitations where lower(email) = lower($1)',
  'delete from sign_in_attempts where position(lower($1) in lower(subject)) > 0',
  `update audit_log set subject = regexp_replace(subject, ${PATTERN}, 'erased', 'gi'),
     detail = regexp_replace(detail::text, ${PATTERN}, 'erased', 'gi')::jsonb
   where position(lower($1) in lower(subject)) > 0 or position(lower($1) in lower(detail::text)) > 0`,
  `update ledger set note = regexp_replace(note, ${PATTERN}, 'erased', 'gi')
   where position(lower($1) in lower(note)) > 0`,
].map((text) => statement(text));

/**
 * Erases a person. Removes from the account the name, the password and everything else that gives access, and from
 * the other tables the e-mail address.
 */
export const erasePerson = async (run: Run, id: string): Promise<void> => {
  const [before] = await run(ANONYMIZE, [id]);
  if (!before) return;
  for (const step of OF_ACCOUNT) await run(step, [id]);
  for (const step of BY_ADDRESS) await run(step, [before.email]);
};

const FIND = statement<{ id: string }>('select id from users where lower(email) = lower($1)');

export const findPerson = async (run: Run, email: string): Promise<string | undefined> =>
  (await run(FIND, [email]))[0]?.id;

/** The queries for the data that is stored about a person. Each part is a list of rows under its name. */
const PARTS: Record<string, string> = {
  account: `select id, email, name, platform_administrator, notices, created_at from users where id = $1`,
  memberships: `select m.organization_id, o.name as organization, m.role from memberships m
    join organizations o on o.id = m.organization_id where m.user_id = $1`,
  sessions: 'select address, created_at, last_used_at, expires_at, ended_at from sessions where user_id = $1',
  identities: 'select issuer, subject, created_at from identities where user_id = $1',
  apiKeys: `select id, organization_id, name, role, created_at, expires_at, last_used_at, revoked_at from api_keys
    where user_id = $1`,
  connectedApps: `select client_id, organization_id, scope, created_at, last_used_at, revoked_at from grants
    where user_id = $1`,
  invitations: `select i.organization_id, i.email, i.role, i.created_at, i.accepted_at from invitations i
    join users u on lower(u.email) = lower(i.email) where u.id = $1`,
  auditLog: `select a.organization_id, a.at, a.action, a.subject, a.detail from audit_log a join users u on u.id = $1
    where a.user_id = $1 or a.subject ~* (${pattern('u.email')}) or a.detail::text ~* (${pattern('u.email')})
    order by a.at`,
  ledger:
    'select organization_id, kind, amount, note, created_at from ledger where user_id = $1 order by created_at',
  reviews: `select organization_id, execution_id, decision, comment, code, decided_at from reviews where user_id = $1
    order by decided_at`,
  feedback: 'select execution_id, thumbs_up, created_at from feedback where user_id = $1',
  mails: 'select organization_id, kind, data, created_at, sent_at from notices where user_id = $1',
  executions: `select organization_id, id, created_at, input_file_name from executions where user_id = $1
    order by id`,
};

const AT_ONCE = 500;

// The statement has no name, so it is not kept as a prepared statement, which must not outlive its cursor.
const unnamed = <Row>(text: string): Statement<Row> => ({ ...statement<Row>(text), name: '' });

const EXPORTS = Object.entries(PARTS).map(([name, text]) => ({
  name,
  open: unnamed(`declare "${name}" no scroll cursor for ${text}`),
  next: unnamed<Record<string, unknown>>(`fetch ${AT_ONCE} from "${name}"`),
}));

/**
 * Writes all data that is stored about a person as one JSON object with a list for each part. Needs a transaction. Reads a
 * few hundred rows at a time: a person may have created a million executions.
 */
export const exportPerson = async (
  run: Run,
  id: string,
  write: (text: string) => Promise<unknown>,
): Promise<void> => {
  let separator = '{';
  for (const { name, open, next } of EXPORTS) {
    await write(`${separator}\n${JSON.stringify(name)}: [`);
    await run(open, [id]);
    let between = '\n';
    for (let rows = await run(next, []); rows.length > 0; rows = await run(next, [])) {
      await write(between + rows.map((row) => JSON.stringify(row)).join(',\n'));
      between = ',\n';
    }
    await write(']');
    separator = ',';
  }
  await write('\n}\n');
};
