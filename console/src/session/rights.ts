import type { Role } from 'darkroom-client';

export const ROLES: readonly Role[] = ['owner', 'admin', 'operator', 'reviewer', 'viewer'];

// Pages use these to hide actions that the service would refuse. The service makes the decision.
export const mayManage = (role: Role): boolean => role === 'owner' || role === 'admin';
export const mayRun = (role: Role): boolean => mayManage(role) || role === 'operator';
export const mayReview = (role: Role): boolean => mayManage(role) || role === 'reviewer';

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  operator: 'Operator',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
};

export const ROLE_SENTENCES: Record<Role, string> = {
  owner: 'Owner: full access',
  admin: 'Admin: manages people, keys and workflows',
  operator: 'Operator: uploads images and runs workflows',
  reviewer: 'Reviewer: approves and rejects results',
  viewer: 'Viewer: read only',
};

/** The roles that a member with this role can give to others. Only an owner can make someone an owner. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one !== 'owner');
