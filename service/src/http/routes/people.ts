import { exportAccount } from './account/export.ts';
import { changeNotices, readNotices } from './account/notices.ts';
import { updatePassword } from './account/password.ts';
import { updateAccount } from './account/update.ts';
import { exportAuditLog } from './audit-log/export.ts';
import { listAuditLog } from './audit-log/list.ts';
import { confirmDeviceCode } from './device/confirm.ts';
import { denyDeviceCode } from './device/deny.ts';
import { readDevice } from './device/read.ts';
import { listDevices } from './devices/list.ts';
import { revokeDevice } from './devices/revoke.ts';
import { acceptInvitation } from './invitations/accept.ts';
import { createInvitation } from './invitations/create.ts';
import { listInvitations } from './invitations/list.ts';
import { readInvitation } from './invitations/read.ts';
import { revokeInvitation } from './invitations/revoke.ts';
import { changeMemberRole } from './members/change-role.ts';
import { deleteMember } from './members/delete.ts';
import { listMembers } from './members/list.ts';
import { resetMemberPassword } from './members/reset-password.ts';
import { createDeviceCode } from './oauth/device-code.ts';
import { readJwks } from './oauth/jwks.ts';
import { readOAuthMetadata } from './oauth/metadata.ts';
import { revokeOAuthToken } from './oauth/revoke.ts';
import { createToken } from './oauth/token.ts';
import { createOAuthClient } from './oauth-clients/create.ts';
import { deleteOAuthClient } from './oauth-clients/delete.ts';
import { listOAuthClients } from './oauth-clients/list.ts';
import { renameOrganization } from './organizations/rename.ts';
import { readPasswordReset } from './password-resets/read.ts';
import { redeemPasswordReset } from './password-resets/redeem.ts';
import { createSession } from './session/create.ts';
import { endSession } from './session/end.ts';
import { listProviders } from './session/providers.ts';
import { readSession } from './session/read.ts';
import { selectOrganization } from './session/select-organization.ts';

/** The endpoints for sign-in of people and connected apps, and for members, invitations and the audit log. */
export const peopleRoutes = [
  ...[createDeviceCode, createToken, revokeOAuthToken, readOAuthMetadata, readJwks],
  ...[createSession, readSession, endSession, selectOrganization, listProviders],
  ...[updateAccount, updatePassword, readNotices, changeNotices, exportAccount],
  renameOrganization,
  ...[listMembers, changeMemberRole, deleteMember, resetMemberPassword],
  ...[createInvitation, listInvitations, revokeInvitation, readInvitation, acceptInvitation],
  ...[readPasswordReset, redeemPasswordReset],
  ...[readDevice, confirmDeviceCode, denyDeviceCode, listDevices, revokeDevice],
  ...[listAuditLog, exportAuditLog],
  ...[listOAuthClients, createOAuthClient, deleteOAuthClient],
];
