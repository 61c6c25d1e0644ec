export const ROLES = ['owner', 'admin', 'operator', 'reviewer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that may perform each action inside an organization. Every route names one of these actions. */
export const RIGHTS = {
  'organization.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'image.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'image.upload': ['owner', 'admin', 'operator'],
  'workflow.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'workflow.write': ['owner', 'admin'],
  'workflow.preview': ['owner', 'admin', 'operator', 'reviewer'],
  'execution.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'execution.create': ['owner', 'admin', 'operator'],
  'execution.retry': ['owner', 'admin', 'operator'],
  'execution.cancel': ['owner', 'admin', 'operator'],
  'execution.feedback': ['owner', 'admin', 'operator', 'reviewer'],
  'execution.review': ['owner', 'admin', 'reviewer'],
  'batch.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'batch.write': ['owner', 'admin', 'operator'],
  'execution.review-leased': ['owner', 'admin'],
  'review.plan': ['owner', 'admin', 'operator'],
  'review.weaken': ['owner', 'admin'],
  'ledger.read': ['owner', 'admin'],
  'usage.read': ['owner', 'admin'],
  'key.manage': ['owner', 'admin'],
  'webhook-secret.read': ['owner', 'admin'],
  'webhook.manage': ['owner', 'admin'],
  'organization.rename': ['owner', 'admin'],
  'organization.configure': ['owner', 'admin'],
  'member.read': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'member.manage': ['owner', 'admin'],
  'member.leave': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'invitation.manage': ['owner', 'admin'],
  'password-reset.create': ['owner', 'admin'],
  'device.own': ['owner', 'admin', 'operator', 'reviewer', 'viewer'],
  'device.manage': ['owner', 'admin'],
  'audit-log.read': ['owner', 'admin'],
  'storage.read': ['owner', 'admin'],
  'image.delete': ['owner', 'admin'],
  'execution.delete': ['owner', 'admin'],
  'batch.delete': ['owner', 'admin'],
  'batch.hold': ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof RIGHTS;

export const may = (role: Role, action: Action): boolean =>
  (RIGHTS[action] as readonly Role[]).includes(role);

/** Actions that only the platform administrator may perform, in any organization. */
export const PLATFORM_ACTIONS = [
  'organization.create',
  'organization.limit',
  'organization.delete',
  'credits.grant',
  'oauth-client.manage',
  'queue.read',
] as const;
export type PlatformAction = (typeof PLATFORM_ACTIONS)[number];
