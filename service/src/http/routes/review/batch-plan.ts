import { malformed } from '../../../domain/errors.ts';
import type { BatchId, WorkflowId } from '../../../domain/ids.ts';
import { may } from '../../../domain/people/rights.ts';
import { SEVERITIES } from '../../../domain/review/sampling-plan.ts';
import { QA_MODES, type QaMode } from '../../../domain/workflows/workflow.ts';
import { changeBatchReview, type GivenPlan, readBatchReview } from '../../../operations/review/batch-plan.ts';
import type { BatchReview } from '../../../ports/review.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, nullable, PlainQuery } from '../../server/schemas.ts';
import { QaSamplingBody, QaSamplingSchema } from '../workflows/body.ts';

const BatchParams = Type.Object({ id: idSchema<BatchId>('The batch') });
const severity = Type.Enum([...SEVERITIES]);
/** The review mode of a batch. It replaces the modes of the workflows of its executions. */
export const BatchQaSchema = Type.Union([Type.Enum([...QA_MODES]), Type.Null()], {
  description: 'Which results of the batch wait for a reviewer; null: as each workflow says',
});
/** The sampling that a request sets for a batch. Such a request must also have the field `qa`. */
export const BatchQaSamplingSchema = nullable({
  ...QaSamplingBody,
  description: 'Acceptance sampling, for the mode sample only. Send `qa` as well.',
});

/** Returns the review that a request asks for; undefined when the request does not mention it. */
export const reviewFrom = ({
  qa,
  qaSampling,
}: {
  qa?: QaMode | null | undefined;
  qaSampling?: Static<typeof QaSamplingBody> | null | undefined;
}): GivenPlan | null | undefined => {
  if (qaSampling && !qa)
    throw malformed('The field qaSampling needs the field qa beside it: send "qa": "sample" as well.');
  return qa && { qa, qaSampling: qaSampling ?? undefined };
};

const plan = {
  codeLetter: Type.String(),
  sampleSize: Type.Integer({ description: 'Number of results of a lot that are reviewed' }),
  acceptance: Type.Integer({
    description: 'The lot is accepted with at most this many rejects in the sample',
  }),
};

/** Schema of the review plans of a batch: how the results of each of its workflows are reviewed. */
export const ReviewPlansSchema = Type.Array(
  Type.Object({
    workflow: idSchema<WorkflowId>('The workflow'),
    qa: Type.Enum([...QA_MODES], { description: 'The review mode in force' }),
    qaSampling: nullable(QaSamplingSchema),
    severity: Type.Union([severity, Type.Null()]),
    plan: nullable(Type.Object(plan, { description: 'The sampling plan in force for a full lot' })),
    why: nullable(Type.String({ description: 'Why this sampling plan is in force' })),
    waiting: Type.Integer({ description: 'Results that wait for the next lot' }),
    lots: Type.Object({ formed: Type.Integer(), accepted: Type.Integer(), refused: Type.Integer() }),
    lastLot: nullable(
      Type.Object({
        size: Type.Integer(),
        ...plan,
        severity,
        aql: Type.Number(),
        decided: Type.Integer({ description: 'Number of decisions about the sample so far' }),
        rejected: Type.Integer(),
        outcome: nullable(
          Type.String({ description: 'Outcome of the lot: accepted or refused; null while it is open' }),
        ),
        formedBecause: Type.String({
          description:
            'Why the lot was formed: full (it had enough results), quiet (no new results came) or closed (the batch was closed)',
        }),
      }),
    ),
  }),
);

const BatchReviewSchema = Type.Object({
  qa: BatchQaSchema,
  qaSampling: nullable(QaSamplingSchema),
  workflows: ReviewPlansSchema,
});

/** Returns the plans as clients read them. */
export const reviewPlansRecord = (workflows: BatchReview['workflows']) =>
  workflows.map(({ mode, sampling, ...one }) => ({ ...one, qa: mode, qaSampling: sampling }));

const batchReviewRecord = ({ plan: own, workflows }: BatchReview) => ({
  qa: own?.mode ?? null,
  qaSampling: own?.sampling ?? null,
  workflows: reviewPlansRecord(workflows),
});

const common = { path: '/batch/:id/qa', versions: ['v1'] } as const;

export const readBatchPlan = route({
  ...common,
  method: 'GET',
  action: 'execution.read',
  summary: 'Returns how the results of a batch are reviewed, why, and how its lots ended.',
  schema: { params: BatchParams, querystring: PlainQuery, response: { 200: BatchReviewSchema } },
  handler: async (ports, { caller, params }) =>
    batchReviewRecord(await readBatchReview(ports, caller.organizationId, params.id)),
});

export const changeBatchPlan = route({
  ...common,
  method: 'PUT',
  action: 'review.plan',
  summary: 'Changes how the results of a batch are reviewed. Only owners and admins may weaken the review.',
  schema: {
    params: BatchParams,
    querystring: PlainQuery,
    body: Type.Object({
      qa: BatchQaSchema,
      qaSampling: Type.Optional(BatchQaSamplingSchema),
    }),
    response: { 200: BatchReviewSchema },
  },
  example: { qa: 'sample', qaSampling: { aql: 2.5, lotSize: 500 } },
  handler: async (ports, { caller, params, body }) => {
    const { organizationId, principal, role } = caller;
    const mayWeaken = may(role, 'review.weaken');
    const editor = { organizationId, userId: principal.userId, mayWeaken };
    const given = reviewFrom(body) ?? null;
    return batchReviewRecord(await changeBatchReview(ports, editor, params.id, given));
  },
});
