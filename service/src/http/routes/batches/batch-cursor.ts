import { malformed } from '../../../domain/errors.ts';
import { BATCH_STATUSES } from '../../../domain/executions/batch-status.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { isUuid } from '../../../domain/ids.ts';
import type { Batch, BatchFilter, BatchPosition } from '../../../ports/batches.ts';

export type BatchCursor = { filter: BatchFilter; after: BatchPosition };

/** Makes the opaque text of a cursor: the filter and the last entry of the page. */
export const cursorAfter = (filter: BatchFilter, { createdAt, id }: Batch): string =>
  Buffer.from(
    JSON.stringify([createdAt.getTime(), id, filter.search ?? null, filter.status ?? null]),
  ).toString('base64url');

/** Reads a cursor of a client. Refuses text that this service has not made. */
export const readCursor = (text: string): BatchCursor => {
  try {
    const [time, id, search, status] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const createdAt = new Date(time as number);
    const valid =
      typeof time === 'number' &&
      !Number.isNaN(createdAt.getTime()) &&
      typeof id === 'string' &&
      isUuid(id) &&
      (search === null || (typeof search === 'string' && !search.includes('\0'))) &&
      (status === null || (BATCH_STATUSES as readonly unknown[]).includes(status));
    if (valid)
      return {
        filter: {
          search: search ?? undefined,
          status: (status as BatchFilter['status'] | null) ?? undefined,
        },
        after: { createdAt, id: id as BatchId },
      };
  } catch {
    // Not even JSON: refused below.
  }
  throw malformed('The parameter cursor must be the cursor of a Link header. Start again without it.');
};
