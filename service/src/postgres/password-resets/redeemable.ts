import { administers, memberMay } from '../members/may-grant.ts';

/**
 * SQL condition: the row of `password_resets` is open, and the person who made it could make it now: the rule of
 * `createPasswordReset`, for the present roles of both.
 */
export const REDEEMABLE = `
    password_resets.used_at is null and password_resets.expires_at > now()
    and exists (
      select from memberships subject
      where subject.user_id = password_resets.user_id and subject.organization_id = password_resets.organization_id
        and (${administers('password_resets.made_by')} or (
          ${memberMay(
            'password-reset.create',
            'password_resets.made_by',
            'password_resets.organization_id',
            'subject.role',
          )}
          and not ${administers('password_resets.user_id')}
          and not exists (
            select from memberships elsewhere
            where elsewhere.user_id = subject.user_id and elsewhere.organization_id <> subject.organization_id))))`;
