import type { BatchId, ExecutionId, UserId, WorkflowId } from '../../../domain/ids.ts';
import { QUEUE_REASONS } from '../../../domain/review/review-reasons.ts';
import type { QueueEntry } from '../../../ports/review.ts';
import { Type } from '../../../schema/typebox.ts';
import { type Caller, route } from '../../server/route.ts';
import {
  EXAMPLE_ID,
  idSchema,
  listSchema,
  nullable,
  PlainQuery,
  pageQueryWith,
  TimestampSchema,
} from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from '../executions/execution-record.ts';

const MAX_CLAIMED = 100;

const QueueEntrySchema = Type.Object({
  execution: ExecutionRecordSchema,
  reason: Type.Enum([...QUEUE_REASONS], { description: 'Why a person should look at this result' }),
  queuedAt: TimestampSchema,
  lease: nullable(
    Type.Object(
      { userId: idSchema<UserId>('The user'), name: Type.String(), until: TimestampSchema },
      { description: 'Who has claimed the result, and until when' },
    ),
  ),
});

const entryFor = (caller: Caller, { execution, reason, queuedAt, lease }: QueueEntry) => ({
  execution: recordFor(caller, execution),
  reason,
  queuedAt: queuedAt.toISOString(),
  lease: lease && { ...lease, until: lease.until.toISOString() },
});

const filters = {
  workflow: Type.Optional(idSchema<WorkflowId>('The workflow')),
  batch: Type.Optional(idSchema<BatchId>('The batch')),
  reason: Type.Optional(
    Type.Enum([...QUEUE_REASONS], { description: 'Only results that wait for this reason' }),
  ),
};

export const readQueue = route({
  method: 'GET',
  path: '/qa/queue',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Lists the results that wait for a reviewer, oldest first.',
  schema: {
    querystring: pageQueryWith({
      ...filters,
      mine: Type.Optional(Type.Boolean({ description: 'Only results that the caller has claimed' })),
    }),
    response: { 200: listSchema(QueueEntrySchema) },
  },
  handler: async (ports, { caller, query }) => {
    const { workflow: workflowId, batch: batchId, reason, mine, ...page } = query;
    const filter = { workflowId, batchId, reason, leasedBy: mine ? caller.principal.userId : undefined };
    const { entries, total } = await ports.review.queue(caller.organizationId, filter, page);
    return { entries: entries.map((entry) => entryFor(caller, entry)), total };
  },
});

export const claimReviews = route({
  method: 'POST',
  path: '/qa/claim',
  versions: ['v1'],
  action: 'execution.review',
  summary: 'Claims the oldest results that nobody has claimed, for ten minutes.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      count: Type.Integer({
        minimum: 1,
        maximum: MAX_CLAIMED,
        description: 'Maximum number of results to claim',
        expects: `a whole number from 1 to ${MAX_CLAIMED}`,
      }),
      ...filters,
    }),
    response: { 200: listSchema(QueueEntrySchema) },
  },
  example: { count: 10 },
  handler: async (ports, { caller, body }) => {
    const { count, workflow: workflowId, batch: batchId, reason } = body;
    const { organizationId, principal } = caller;
    const filter = { workflowId, batchId, reason };
    const claimed = await ports.review.claim(organizationId, principal.userId, filter, count);
    return { entries: claimed.map((entry) => entryFor(caller, entry)), total: claimed.length };
  },
});

const LeasesBody = Type.Optional(
  nullable(
    Type.Object({
      executions: Type.Optional(
        nullable(
          Type.Array(idSchema<ExecutionId>('The execution'), {
            maxItems: 1000,
            description: 'Only the claims of these executions. Default: all claims of the caller.',
          }),
        ),
      ),
    }),
  ),
);

export const renewReviews = route({
  method: 'POST',
  path: '/qa/renew',
  versions: ['v1'],
  action: 'execution.review',
  summary: "Extends the caller's claims to ten minutes from now.",
  schema: {
    querystring: PlainQuery,
    body: LeasesBody,
    response: {
      200: listSchema(Type.Object({ id: idSchema('The execution'), leasedUntil: TimestampSchema })),
    },
  },
  example: { executions: [EXAMPLE_ID as ExecutionId] },
  handler: async (ports, { caller, body }) => {
    const { organizationId, principal } = caller;
    const renewed = await ports.review.renew(organizationId, principal.userId, body?.executions ?? undefined);
    const entries = renewed.map(({ id, leasedUntil }) => ({ id, leasedUntil: leasedUntil.toISOString() }));
    return { entries, total: entries.length };
  },
});

export const releaseReviews = route({
  method: 'POST',
  path: '/qa/release',
  versions: ['v1'],
  action: 'execution.review',
  summary: "Releases the caller's claims, so that others can review the results.",
  schema: {
    querystring: PlainQuery,
    body: LeasesBody,
    response: { 200: listSchema(Type.Object({ id: idSchema('The execution') })) },
  },
  example: { executions: [EXAMPLE_ID as ExecutionId] },
  handler: async (ports, { caller, body }) => {
    const { organizationId, principal } = caller;
    const entries = await ports.review.release(
      organizationId,
      principal.userId,
      body?.executions ?? undefined,
    );
    return { entries, total: entries.length };
  },
});
