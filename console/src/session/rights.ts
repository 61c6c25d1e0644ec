import type { Role } from 'darkroom-client';

export const ROLES: readonly Role[] = ['owner', 'admin', 'operator', 'reviewer', 'viewer'];

// Pages use these functions to hide actions that the service would refuse. The service itself checks the rights
// again.
export const mayManage = (role: Role): boolean => role === 'owner' || role === 'admin';
export const mayRun = (role: Role): boolean => mayManage(role) || role === 'operator';
export const mayReview = (role: Role): boolean => mayManage(role) || role === 'reviewer';
export const mayPreview = (role: Role): boolean => mayRun(role) || mayReview(role);

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  operator: 'Operator',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
};

/** A sentence about the rights of each role, shown where a role is chosen. */
export const ROLE_SENTENCES: Record<Role, string> = {
  owner: 'Full access. Only owners can make someone an owner.',
  admin: 'Manages people, keys, webhooks and workflows, and sees usage. Cannot make owners.',
  operator: 'Uploads images, runs workflows and manages batches.',
  reviewer: 'Approves and rejects results. Cannot run workflows.',
  viewer: 'Sees workflows, executions and results. Cannot change anything.',
};

/** The roles that a member with this role can give to others. Only an owner can make someone an owner. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one !== 'owner');
