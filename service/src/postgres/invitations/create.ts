import { uuidv7 } from 'uuidv7';
import type { Invitation, Invitations } from '../../ports/people.ts';
import { type Database, statement } from '../database.ts';
import { LOCK_ORGANIZATION } from '../organizations/lock.ts';

export const INVITATION_COLUMNS = `id, email, role, created_at as "createdAt", expires_at as "expiresAt"`;

const REPLACE = statement(`
  update invitations set revoked_at = now()
  where organization_id = $1 and lower(email) = lower($2) and accepted_at is null and revoked_at is null`);

const CREATE = statement<Invitation>(`
  with invitation as (
    insert into invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
    select $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second'
    where not exists (
      select from memberships join users on users.id = user_id
      where organization_id = $2 and lower(email) = lower($3))
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, invited_by, 'invitation.create', email, jsonb_build_object('role', role) from invitation
  )
  select ${INVITATION_COLUMNS} from invitation`);

export const create =
  ({ transaction }: Database): Invitations['create'] =>
  ({ organizationId, email, role, tokenHash, lifetimeSeconds, by }) =>
    transaction(async (run) => {
      // Of two for the same person, the later replaces the earlier.
      await run(LOCK_ORGANIZATION, [organizationId]);
      await run(REPLACE, [organizationId, email]);
      const values = [uuidv7(), organizationId, email, role, tokenHash, by, lifetimeSeconds];
      return (await run(CREATE, values))[0];
    });
