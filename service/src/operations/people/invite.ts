import { Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId } from '../../domain/ids.ts';
import { checkCoversRole } from '../../domain/people/covers-role.ts';
import type { Role } from '../../domain/people/rights.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Invitation, Invitations, Mail, OpenInvitation } from '../../ports/people/people.ts';
import { type CheckingPorts, checkPassword, wrongPassword } from './check-password.ts';
import { newSecret } from './new-secret.ts';
import { hashNewPassword } from './password-turns.ts';

const LIFETIME_SECONDS = 7 * 86_400;

type Inviting = { invitations: Invitations; mail: Mail; publicUrl(): string };
type By = { organizationId: OrganizationId; userId: UserId; role: Role };

/** Creates an invitation. Its link is shown only this once, and sent by mail when there is a mail server. */
export const invite = async (
  { invitations, mail, publicUrl }: Inviting,
  by: By,
  { email, role }: { email: string; role: Role },
): Promise<Invitation & { url: string }> => {
  checkCoversRole(by.role, role);
  const { secret, hash } = newSecret();
  const { organizationId, userId } = by;
  const invitation = await invitations.create({
    organizationId,
    email,
    role,
    tokenHash: hash,
    lifetimeSeconds: LIFETIME_SECONDS,
    by: userId,
  });
  if (!invitation)
    throw new Refusal(
      'conflict',
      'The person with the address in the field email is a member already. Change their role instead.',
    );
  const url = `${publicUrl()}/console/invitation/${secret}`;
  await mail.send(
    email,
    'You are invited to Darkroom',
    `Open this link to accept the invitation:\n\n${url}\n`,
  );
  return { ...invitation, url };
};

export const findInvitation = async (
  { invitations }: { invitations: Invitations },
  token: string,
): Promise<OpenInvitation> => {
  const invitation = await invitations.findOpen(secretHash(token));
  if (!invitation) throw invitationOver();
  return invitation;
};

type Accepting = CheckingPorts & { invitations: Invitations };
type AcceptanceForm = { name: string | undefined; password: string; address: string };

/**
 * Accepts an invitation: creates an account, or checks the password of the account with that e-mail address.
 * Returns the password hash as well: the session begins only if this is still the account's hash.
 */
export const acceptInvitation = async (
  ports: Accepting,
  token: string,
  { name, password, address }: AcceptanceForm,
): Promise<{ id: UserId; passwordHash: string }> => {
  const { email, hasAccount } = await findInvitation(ports, token);
  const tokenHash = secretHash(token);
  if (hasAccount) {
    const account = await checkPassword(ports, email, password, address);
    const accepted = await ports.invitations.accept(tokenHash, account);
    if (accepted === 'password_changed') throw wrongPassword();
    if (accepted === 'over') throw invitationOver();
    return account;
  }
  const passwordHash = await hashNewPassword(ports.passwordTurns, address, { field: 'password', password });
  const id = await ports.invitations.acceptAsNew(tokenHash, name ?? nameFrom(email), passwordHash);
  if (!id) throw invitationOver();
  return { id, passwordHash };
};

const nameFrom = (email: string): string => email.split('@')[0] ?? email;

const invitationOver = () =>
  new Refusal(
    'not_found',
    'This invitation does not exist, was used or withdrawn, or has expired. Ask for a new one.',
  );
