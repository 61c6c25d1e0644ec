import type { Role } from 'darkroom-client';

export const ROLES: readonly Role[] = ['owner', 'admin', 'operator', 'reviewer', 'viewer'];

/** What a page offers. The service decides; this only leaves out what it would refuse. */
export const mayManage = (role: Role): boolean => role === 'owner' || role === 'admin';
export const mayRun = (role: Role): boolean => mayManage(role) || role === 'operator';
export const mayReview = (role: Role): boolean => mayManage(role) || role === 'reviewer';

export const ROLE_SENTENCES: Record<Role, string> = {
  owner: 'Owner: everything',
  admin: 'Admin: manages people, keys and workflows',
  operator: 'Operator: uploads and runs',
  reviewer: 'Reviewer: approves and rejects',
  viewer: 'Viewer: looks',
};

/** An admin cannot hand out more than an admin has. */
export const rolesGivenBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one !== 'owner');
