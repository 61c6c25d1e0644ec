import type { OrganizationId } from '../domain/ids.ts';
import type { TimeHistogram } from '../domain/usage/time-histogram.ts';
import type { Page } from './executions.ts';

export const USAGE_PERIODS = ['day', 'week', 'month'] as const;
export const USAGE_GROUPS = ['workflow', 'key', 'user', 'batch', 'component'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export type UsageQuery = {
  /** The first and the last day, such as 2027-01-31. */
  from: string;
  to: string;
  by: (typeof USAGE_PERIODS)[number];
  /** Without it, each period is one entry. */
  group?: UsageGroup | undefined;
  /** The IANA name of the time zone. Days begin at midnight in it. */
  timezone: string;
};

export type UsageEntry = {
  /** The first day of the period, in the time zone of the query. */
  period: string;
  periodStart: Date;
  /** Null when the report is not grouped, and for executions without an API key or a batch. */
  groupId: string | null;
  /** Null for components, and for a group without a name. */
  groupName: string | null;
  executions: number;
  failures: number;
  credits: number;
  workMs: number;
  queueTimes: TimeHistogram;
  processingTimes: TimeHistogram;
};

export type Usage = {
  report(
    id: OrganizationId,
    query: UsageQuery,
    page: Page,
  ): Promise<{ entries: UsageEntry[]; total: number }>;
};
