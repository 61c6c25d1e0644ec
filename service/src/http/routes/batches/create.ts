import type { WorkflowId } from '../../../domain/ids.ts';
import { may } from '../../../domain/people/rights.ts';
import { createBatch as create } from '../../../operations/batches/create-batch.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, PlainQuery } from '../../server/schemas.ts';
import { reviewFrom } from '../review/batch-plan.ts';
import { BudgetSchema, ExpectedSchema, NameSchema, PrioritySchema, REVIEW_FIELDS } from './body.ts';
import { DetailedBatchSchema, detailedBatchRecord } from './record.ts';

const DEFAULT_PRIORITY = 5;

export const createBatch = route({
  method: 'POST',
  path: '/batch',
  versions: ['v1'],
  action: 'batch.write',
  summary: 'Creates a batch. Executions join it with its id as the label service_batch_id.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      name: NameSchema,
      workflow: Type.Optional(
        Type.Unsafe<WorkflowId>({
          ...idSchema('The workflow'),
          description: 'The main workflow of the batch; its executions may use other workflows',
        }),
      ),
      expected: Type.Optional(ExpectedSchema),
      budget: Type.Optional(BudgetSchema),
      priority: Type.Optional(PrioritySchema),
      qa: Type.Optional(REVIEW_FIELDS.qa),
      qaSampling: Type.Optional(REVIEW_FIELDS.qaSampling),
      webhooks: Type.Optional(
        Type.Array(Type.String(), { description: 'URLs that get the messages about the batch' }),
      ),
    }),
    response: { 201: DetailedBatchSchema },
  },
  example: {
    name: 'Autumn mugs',
    expected: 200,
    budget: 5000,
    qa: 'sample',
    qaSampling: { aql: 4, lotSize: 200 },
  },
  status: 201,
  handler: async (world, { caller, body }) => {
    const {
      name,
      workflow,
      expected = null,
      budget = null,
      priority = DEFAULT_PRIORITY,
      webhooks = [],
    } = body;
    const { organizationId, principal, role } = caller;
    const review = reviewFrom(body) ?? null;
    const mayWeaken = may(role, 'review.weaken');
    const asked = { organizationId, createdBy: principal.userId, name, workflow, expected, budget };
    return detailedBatchRecord(await create(world, { ...asked, priority, webhooks, review, mayWeaken }));
  },
});
