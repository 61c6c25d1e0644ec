/** The subjects of audit log entries: the first part of their action. */
export const AUDIT_SUBJECTS = {
  member: 'Members',
  invitation: 'Invitations',
  password: 'Passwords',
  'password-reset': 'Password reset links',
  key: 'API keys',
  device: 'Connected apps',
  credits: 'Credits',
  workflow: 'Workflows',
  batch: 'Batches',
  execution: 'Executions',
  review: 'Acceptance sampling',
  'webhook-endpoint': 'Webhook endpoints',
  'webhook-secret': 'Signing secret',
  organization: 'Organization and settings',
  'oauth-client': 'Registered apps',
  administrator: 'Platform administrators',
} as const;

/**
 * The filter of the audit log, kept in the address of the page. Dates have the form 2026-01-31; both days are
 * included.
 */
export type AuditSearch = { about?: string; user?: string; from?: string; to?: string; offset?: number };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the search parameters of an address. Leaves out invalid ones. */
export const auditSearchOf = ({ about, user, from, to, offset }: Record<string, unknown>): AuditSearch => ({
  ...(typeof about === 'string' && Object.hasOwn(AUDIT_SUBJECTS, about) && { about }),
  ...(typeof user === 'string' && UUID.test(user) && { user }),
  ...(typeof from === 'string' && DATE.test(from) && { from }),
  ...(typeof to === 'string' && DATE.test(to) && { to }),
  ...(typeof offset === 'number' && offset > 0 && { offset: Math.floor(offset) }),
});

const midnight = (date: string, daysLater: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
};

/** The parameters of the API for the search parameters of the address. */
export const auditFilterOf = ({ about, user, from, to }: AuditSearch) => ({
  ...(about && { action: about }),
  ...(user && { user }),
  ...(from && { createdAfter: midnight(from, 0) }),
  ...(to && { createdBefore: midnight(to, 1) }),
});
