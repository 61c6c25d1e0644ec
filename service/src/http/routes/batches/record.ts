import { BATCH_STATUSES } from '../../../domain/executions/batch-status.ts';
import { STATUSES, UNFINISHED } from '../../../domain/executions/execution-states.ts';
import type { BatchId, OrganizationId, UserId, WorkflowId } from '../../../domain/ids.ts';
import type { DetailedBatch } from '../../../operations/batches/find-batch.ts';
import type { Batch, BatchCounters } from '../../../ports/batches.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { idSchema, nullable, TimestampSchema } from '../../server/schemas.ts';
import { BatchQaSchema, ReviewPlansSchema, reviewPlansRecord } from '../review/batch-plan.ts';
import { QaSamplingSchema } from '../workflows/body.ts';

const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const counters = {
  id: idSchema<BatchId>('The batch'),
  status: Type.Enum([...BATCH_STATUSES]),
  round: Type.Integer({ description: 'How many times the batch was completed' }),
  counts: Type.Object(Object.fromEntries(STATUSES.map((status) => [status, Type.Integer()])), {
    description: 'The number of executions in each status',
  }),
  total: Type.Integer({ description: 'The number of executions' }),
  expected: nullable(Type.Integer({ description: 'The expected number of executions of the batch' })),
  progress: Type.Number({
    description: 'The share of finished executions, from 0 to 1; of the expected ones if `expected` is set',
  }),
  chargedCredits: Type.Integer(),
  heldCredits: Type.Integer(),
};

const batch = {
  ...counters,
  organizationId: idSchema<OrganizationId>('The organization'),
  name: nullable(Type.String()),
  createdAt: TimestampSchema,
  createdBy: idSchema<UserId>('The user'),
  budget: nullable(
    Type.Integer({
      description: 'The budget in credits, for charged and held credits together; null: no limit',
    }),
  ),
  priority: Type.Integer({ description: '9 is processed first, 0 last' }),
  qa: BatchQaSchema,
  qaSampling: nullable(QaSamplingSchema),
  webhooks: Type.Array(Type.String()),
  held: Type.Boolean({ description: 'Whether the batch is on hold: retention deletes none of its data' }),
  closedAt: timeOrNull('When the batch was closed'),
  completedAt: timeOrNull('When the batch was last completed'),
  firstCreatedAt: timeOrNull('When its first execution was created'),
  lastCreatedAt: timeOrNull('When its newest execution was created'),
  lastChangedAt: timeOrNull('When an execution was last created or changed its status'),
  workflows: Type.Array(Type.Object({ id: idSchema<WorkflowId>('The workflow'), name: Type.String() })),
  imagesPerMinute: nullable(
    Type.Number({ description: 'Throughput of the last minutes; null when nothing was processed' }),
  ),
  estimatedEndAt: timeOrNull(
    'Expected time of completion, from the throughput and the queue of the organization; null when unknown',
  ),
};
export const BatchSchema = Type.Object(batch, { $id: 'Batch' });
export const DetailedBatchSchema = Type.Object(
  {
    ...batch,
    throughput: Type.Array(Type.Object({ minute: TimestampSchema, finished: Type.Integer() }), {
      description:
        'How many executions were processed in each of the last 60 minutes; idle minutes are left out',
    }),
    reviewPlans: ReviewPlansSchema,
  },
  { $id: 'DetailedBatch' },
);

/** The counters as the record and the status stream show them. */
export const countersRecord = ({ changes: _, ...given }: BatchCounters) => {
  const sum = (statuses: readonly (keyof typeof given.counts)[]) =>
    statuses.reduce((total, status) => total + given.counts[status], 0);
  const total = sum(STATUSES);
  const all = Math.max(total, given.expected ?? 0);
  return { ...given, total, progress: all === 0 ? 0 : (total - sum(UNFINISHED)) / all };
};

export const batchRecord = (given: Batch): Static<typeof BatchSchema> => {
  const { changes: _, ...shown } = given;
  const { createdAt, closedAt, completedAt, firstCreatedAt, lastCreatedAt, lastChangedAt } = given;
  const time = (value: Date | null) => value?.toISOString() ?? null;
  return {
    ...shown,
    ...countersRecord(given),
    qa: given.qa?.mode ?? null,
    qaSampling: given.qa?.sampling ?? null,
    webhooks: [...given.webhooks],
    createdAt: createdAt.toISOString(),
    closedAt: time(closedAt),
    completedAt: time(completedAt),
    firstCreatedAt: time(firstCreatedAt),
    lastCreatedAt: time(lastCreatedAt),
    lastChangedAt: time(lastChangedAt),
    estimatedEndAt: time(given.estimatedEndAt),
  };
};

export const detailedBatchRecord = ({ throughput, reviewPlans, ...given }: DetailedBatch) => ({
  ...batchRecord(given),
  reviewPlans: reviewPlansRecord(reviewPlans),
  throughput: throughput.map(({ minute, finished }) => ({ minute: minute.toISOString(), finished })),
});
