import type { PasswordResets } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const CREATE = statement<{ expiresAt: Date }>(`
  with replaced as (
    update password_resets set used_at = now() where user_id = $2 and used_at is null
  ), reset as (
    insert into password_resets (token_hash, user_id, organization_id, made_by, expires_at)
    values ($1, $2, $3, $4, now() + $5 * interval '1 second')
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, made_by, 'password-reset.create', user_id,
      jsonb_build_object('email', (select email from users where id = reset.user_id))
    from reset
  )
  select expires_at as "expiresAt" from reset`);

export const create =
  (run: Run): PasswordResets['create'] =>
  async ({ tokenHash, userId, organizationId, by, lifetimeSeconds }) => {
    const [reset] = await run(CREATE, [tokenHash, userId, organizationId, by, lifetimeSeconds]);
    return reset!.expiresAt;
  };
