/** The kinds of data that have a retention rule. */
export const RETENTION_KINDS = ['inputs', 'results', 'traces', 'webhooks', 'auditLog'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days by kind as an organization or the platform sets them. 0: for ever; null: the default of the platform. */
export type RetentionRules = Record<RetentionKind, number | null>;

/** Days by kind that apply. Null: for ever. */
export type RetentionInForce = Record<RetentionKind, number | null>;

export const MAX_RETENTION_DAYS = 36_500;

/** The rules of an organization, with the platform's defaults where it has none. */
export const rulesInForce = (own: RetentionRules, defaults: RetentionRules): RetentionInForce =>
  Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, (own[kind] ?? defaults[kind]) || null]),
  ) as RetentionInForce;
