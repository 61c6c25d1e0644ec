import { administers, memberMay } from '../members/may-grant.ts';

/** SQL condition: the row of `invitations` is open, and the person who made it may still give this role. */
export const REDEEMABLE = `
    invitations.accepted_at is null and invitations.revoked_at is null and invitations.expires_at > now()
    and (${administers('invitations.invited_by')} or ${memberMay(
      'invitation.manage',
      'invitations.invited_by',
      'invitations.organization_id',
      'invitations.role',
    )})`;
