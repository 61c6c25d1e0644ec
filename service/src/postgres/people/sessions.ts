import { uuidv7 } from 'uuidv7';
import type { OrganizationId, SessionId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { SessionBegun, Sessions } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

// The lock on the user makes this insert wait for a concurrent statement that ends the user's sessions.
const BEGIN = statement<SessionBegun>(`
  with account as (
    select id from users where id = $3 and ($7::text is null or password_hash = $7) for share
  ), replaced as (
    update sessions set ended_at = now() where token_hash = $6 and ended_at is null returning user_id
  )
  insert into sessions (id, token_hash, user_id, address, expires_at)
  select $1, $2, id, $4, now() + $5 * interval '1 second' from account
  returning (select user_id from replaced) as "replacedOf"`);

const begin =
  (run: Run): Sessions['begin'] =>
  async ({ userId, tokenHash, address, lifetimeSeconds, replaces, passwordHash }) => {
    const values = [
      uuidv7(),
      tokenHash,
      userId,
      address,
      lifetimeSeconds,
      replaces ?? null,
      passwordHash ?? null,
    ];
    return (await run(BEGIN, values))[0];
  };

const END = statement('update sessions set ended_at = now() where id = $1 and ended_at is null');
const END_ALL = statement('update sessions set ended_at = now() where user_id = $1 and ended_at is null');

const end =
  (run: Run): Sessions['end'] =>
  async (id) => {
    await run(END, [id]);
  };

const endAll =
  (run: Run): Sessions['endAll'] =>
  async (userId) => {
    await run(END_ALL, [userId]);
  };

type Row = {
  tokenHash: string;
  id: SessionId;
  userId: UserId;
  platformAdministrator: boolean;
  selected: OrganizationId | null;
  memberships: { organizationId: OrganizationId; role: Role }[];
  /** The oldest organization, for a platform administrator who is a member of none. */
  anyOrganization: OrganizationId | null;
  useIsDue: boolean;
};

const PRINCIPALS = statement<Row>(`
  select encode(session.token_hash, 'hex') as "tokenHash", session.id, session.user_id as "userId",
    account.platform_administrator as "platformAdministrator", account.selected_organization_id as selected,
    (select coalesce(json_agg(json_build_object('organizationId', organization_id, 'role', role)
        order by organization_id), '[]'::json)
      from memberships where user_id = account.id) as memberships,
    (select id from organizations where account.platform_administrator order by created_at, id limit 1)
      as "anyOrganization",
    session.last_used_at < now() - interval '1 minute' as "useIsDue"
  from sessions session join users account on account.id = session.user_id
  where session.token_hash = any (select decode(hash, 'hex') from unnest($1::text[]) as hash)
    and session.ended_at is null and session.expires_at > now()
    and session.last_used_at > now() - $2 * interval '1 second'`);

const RECORD_USE = statement('update sessions set last_used_at = now() where id = any ($1::uuid[])');

const principals =
  (run: Run, idleSeconds: number): Sessions['principals'] =>
  async (tokenHashes) => {
    const rows = await run(PRINCIPALS, [tokenHashes, idleSeconds]);
    const due = rows.filter(({ useIsDue }) => useIsDue).map(({ id }) => id);
    // Records the use in the background. When this fails, the next call records it.
    if (due.length > 0) run(RECORD_USE, [due]).catch(() => {});
    return new Map(rows.flatMap(entryOf));
  };

const entryOf = (row: Row): [string, Principal][] => {
  const { id, userId, platformAdministrator, selected, memberships, anyOrganization } = row;
  const roles = new Map(memberships.map(({ organizationId, role }) => [organizationId, role]));
  const own = selected && (platformAdministrator || roles.has(selected)) ? selected : undefined;
  const organizationId = own ?? memberships[0]?.organizationId ?? anyOrganization;
  // A user who is a member of no organization cannot act for any.
  if (!organizationId) return [];
  return [
    [row.tokenHash, { userId, credentialId: id, session: id, organizationId, roles, platformAdministrator }],
  ];
};

export const sessionsIn = ({ run }: Database, options: { idleSeconds: number }): Sessions => ({
  begin: begin(run),
  end: end(run),
  endAll: endAll(run),
  principals: principals(run, options.idleSeconds),
});
