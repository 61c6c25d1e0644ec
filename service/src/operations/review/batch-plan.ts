import { notFound, Refusal } from '../../domain/errors.ts';
import type { BatchId, OrganizationId, UserId, WorkflowId } from '../../domain/ids.ts';
import { type BatchQaPlan, type QaPlan, weakensReview } from '../../domain/review/review-reasons.ts';
import { DEFAULT_SAMPLING, type QaSampling } from '../../domain/review/sampling-plan.ts';
import type { QaMode } from '../../domain/workflows/workflow.ts';
import type { BatchReview, Review } from '../../ports/review.ts';
import type { Workflows } from '../../ports/workflows.ts';

type Ports = { review: Review; workflows: Workflows };
type Editor = { organizationId: OrganizationId; userId: UserId; mayWeaken: boolean };

export type GivenPlan = {
  qa: QaMode;
  qaSampling?: Partial<QaSampling> | undefined;
};

/**
 * The plan to store for a batch. A person who may not weaken the review can only add to the plan of each
 * workflow: a plan that is weaker than one of those in `inForce` is refused.
 */
export const batchPlan = (mayWeaken: boolean, given: GivenPlan, inForce: readonly QaPlan[]): BatchQaPlan => {
  const plan: QaPlan = {
    mode: given.qa,
    sampling: given.qa === 'sample' ? { ...DEFAULT_SAMPLING, ...given.qaSampling } : null,
  };
  if (!mayWeaken && inForce.some((current) => weakensReview(current, plan)))
    throw new Refusal(
      'forbidden',
      'This value of the field qa would weaken the review of the batch. Ask an owner or admin to make the change.',
    );
  return { ...plan, mayWeaken };
};

/** The review plan of a workflow, which applies unless the batch has its own. */
export const planOfWorkflow = async (
  { workflows }: { workflows: Workflows },
  organizationId: OrganizationId,
  id: WorkflowId,
): Promise<QaPlan> => {
  const workflow = await workflows.find(organizationId, id);
  if (!workflow) throw notFound('The workflow');
  return { mode: workflow.qa, sampling: workflow.qaSampling ?? null };
};

export const readBatchReview = async (
  { review }: Ports,
  organizationId: OrganizationId,
  id: BatchId,
): Promise<BatchReview> => {
  const found = await review.planOfBatch(organizationId, id);
  if (!found) throw notFound('The batch');
  return found;
};

/** The plan that a batch gets instead of its present one; null: the plan of each workflow applies again. */
export const changedBatchPlan = async (
  ports: Ports,
  { organizationId, mayWeaken }: Omit<Editor, 'userId'>,
  id: BatchId,
  given: GivenPlan | null,
): Promise<BatchQaPlan | null> => {
  const current = await readBatchReview(ports, organizationId, id);
  const inForce: QaPlan[] = current.plan ? [current.plan] : [];
  for (const { workflow } of current.workflows)
    inForce.push(await planOfWorkflow(ports, organizationId, workflow));
  // Removing the plan is checked like a plan without review, so a caller may need the right to weaken plans
  // for it.
  const plan = batchPlan(mayWeaken, given ?? { qa: 'off' }, inForce);
  return given && plan;
};

/** Gives a batch a plan of its own, or none. */
export const changeBatchReview = async (
  ports: Ports,
  { userId, ...editor }: Editor,
  id: BatchId,
  given: GivenPlan | null,
): Promise<BatchReview> => {
  const { organizationId } = editor;
  const plan = await changedBatchPlan(ports, editor, id, given);
  await ports.review.changePlanOfBatch(organizationId, id, plan, userId);
  return readBatchReview(ports, organizationId, id);
};
