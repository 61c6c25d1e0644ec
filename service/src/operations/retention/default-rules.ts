import type { RetentionKind } from '../../domain/retention.ts';

type Settings = {
  retentionInputDays: number;
  retentionResultDays: number;
  retentionTraceDays: number;
  retentionWebhookDays: number;
  retentionAuditLogDays: number;
};

/** The retention rules of the platform, from its settings. */
export const defaultRules = (settings: Settings): Record<RetentionKind, number> => ({
  inputs: settings.retentionInputDays,
  results: settings.retentionResultDays,
  traces: settings.retentionTraceDays,
  webhooks: settings.retentionWebhookDays,
  auditLog: settings.retentionAuditLogDays,
});
