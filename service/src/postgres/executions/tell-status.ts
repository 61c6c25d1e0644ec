import type { Status, StatusAt } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Message } from '../connection/channels.ts';

/** The columns that a statement returns about an execution whose status it changed. */
export type ChangedStatus = { id: ExecutionId } & StatusAt;

/** The version of a status: the sum of counters that only grow. See `isNewer` in `domain/executions`. */
export const VERSION = 'attempts + holds + redos';

/** The columns of `ChangedStatus`. */
export const CHANGED_STATUS = `id, status, ${VERSION} as version`;

/** Tells the followers of these executions their status. */
export const tellStatus = (rows: readonly ChangedStatus[]): Message[] =>
  rows.map(({ id, version, status }) => ({ channel: 'status', entry: `${id}=${version}=${status}` }));

/** Parses an entry of the channel `status`. */
export const readStatus = (entry: string): ChangedStatus => {
  const [id, version, status] = entry.split('=');
  return { id: id as ExecutionId, version: Number(version), status: status as Status };
};

/** Tells workers that an organization has queued `count` executions: one message for each execution. */
export const tellQueued = (organizationId: OrganizationId, count: number): Message[] =>
  Array.from({ length: count }, () => ({ channel: 'queue', entry: organizationId }));
