import { notFound, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId } from '../../domain/ids.ts';
import { coversRole } from '../../domain/people/covers-role.ts';
import type { Role } from '../../domain/people/rights.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Mail, Members, PasswordResets } from '../../ports/people/people.ts';
import { newSecret } from './new-secret.ts';
import { hashNewPassword, type PasswordTurns } from './password-turns.ts';

const LIFETIME_SECONDS = 86_400;

type Making = { members: Members; passwordResets: PasswordResets; mail: Mail; publicUrl(): string };
type By = { organizationId: OrganizationId; userId: UserId; role: Role; platformAdministrator: boolean };

/** Creates a link with which a member sets a new password. Refused when the creator would gain rights by using it. */
export const createPasswordReset = async (
  { members, passwordResets, mail, publicUrl }: Making,
  by: By,
  userId: UserId,
): Promise<{ url: string; expiresAt: Date }> => {
  const standing = await members.standing(by.organizationId, userId);
  if (!standing) throw notFound('The member');
  const reachesFurther = standing.platformAdministrator || standing.organizations > 1;
  if (!by.platformAdministrator && (reachesFurther || !coversRole(by.role, standing.role)))
    throw new Refusal('forbidden', 'This person has rights beyond yours. Ask a platform administrator.');
  const { secret, hash } = newSecret();
  const { organizationId } = by;
  const reset = { tokenHash: hash, userId, organizationId, by: by.userId, lifetimeSeconds: LIFETIME_SECONDS };
  const expiresAt = await passwordResets.create(reset);
  const url = `${publicUrl()}/console/reset/${secret}`;
  await mail.send(standing.email, 'Your new password', `Open this link to set a new password:\n\n${url}\n`);
  return { url, expiresAt };
};

type Redemption = { password: string; revokeApiKeys?: boolean; address: string };

/** Sets the password, and ends every session and connected app of the user. Returns the user's id. */
export const redeemPasswordReset = async (
  { passwordResets, passwordTurns }: { passwordResets: PasswordResets; passwordTurns: PasswordTurns },
  token: string,
  { password, revokeApiKeys = false, address }: Redemption,
): Promise<UserId> => {
  const tokenHash = secretHash(token);
  // Check the link first, so that a guessed link does not cost the work of a hash.
  const userId = (await passwordResets.isValid(tokenHash))
    ? await passwordResets.redeem(
        tokenHash,
        await hashNewPassword(passwordTurns, address, { field: 'password', password }),
        revokeApiKeys,
      )
    : undefined;
  if (!userId)
    throw new Refusal('not_found', 'This link does not exist, was used or has expired. Ask for a new one.');
  return userId;
};
