import { may } from '../../../domain/people/rights.ts';
import { changeAndFind } from '../../../operations/batches/find-batch.ts';
import { changedBatchPlan } from '../../../operations/review/batch-plan.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { BatchParams, PlainQuery } from '../../server/schemas.ts';
import { reviewFrom } from '../review/batch-plan.ts';
import { BudgetSchema, ExpectedSchema, NameSchema, PrioritySchema, REVIEW_FIELDS } from './body.ts';
import { DetailedBatchSchema, detailedBatchRecord } from './record.ts';

export const changeBatch = route({
  method: 'PUT',
  path: '/batch/:id',
  versions: ['v1'],
  action: 'batch.write',
  summary: 'Changes a batch. Fields that are left out stay as they are.',
  schema: {
    params: BatchParams,
    querystring: PlainQuery,
    body: Type.Partial(
      Type.Object({
        name: NameSchema,
        expected: ExpectedSchema,
        budget: BudgetSchema,
        priority: PrioritySchema,
        ...REVIEW_FIELDS,
      }),
    ),
    response: { 200: DetailedBatchSchema },
  },
  example: { expected: 250, priority: 8 },
  handler: async (ports, { caller, params, body }) => {
    const { name, expected, budget, priority } = body;
    const { organizationId, principal, role } = caller;
    const review = reviewFrom(body);
    const editor = { organizationId, mayWeaken: may(role, 'review.weaken') };
    const qa = review === undefined ? undefined : await changedBatchPlan(ports, editor, params.id, review);
    const change = () =>
      ports.batches.change(
        organizationId,
        params.id,
        { name, expected, budget, priority, qa },
        principal.userId,
      );
    return detailedBatchRecord(await changeAndFind(ports, organizationId, params.id, change));
  },
});
