import { checkWorkflow, type WorkflowDraft } from '../../components/steps/check-workflow.ts';
import { priceOf } from '../../components/steps/price-of.ts';
import { malformed, notFound, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId, WorkflowId } from '../../domain/ids.ts';
import { isStorableJson, NOT_STORABLE } from '../../domain/storable-text.ts';
import {
  BASE_PRICE_IN_CREDITS,
  type Workflow,
  type WorkflowDefinition,
} from '../../domain/workflows/workflow.ts';
import type { Organizations } from '../../ports/people/organizations.ts';
import type { Workflows } from '../../ports/workflows.ts';

export type SavePorts = { workflows: Workflows; organizations: Organizations };
export type Author = { organizationId: OrganizationId; userId: UserId };

export const createWorkflow = async (
  ports: SavePorts,
  author: Author,
  draft: WorkflowDraft,
): Promise<Workflow> => {
  const definition = checkWorkflow(storable(draft));
  await checkPrice(ports, author, definition);
  return ports.workflows.create(author.organizationId, author.userId, definition);
};

/** Adds a new version of a workflow. The old versions stay runnable. */
export const replaceWorkflow = async (
  ports: SavePorts,
  author: Author,
  id: WorkflowId,
  draft: WorkflowDraft,
): Promise<Workflow> => {
  const definition = checkWorkflow(storable(draft));
  const present = await ports.workflows.find(author.organizationId, id);
  if (!present) throw notFound('The workflow');
  await checkPrice(ports, author, definition, present);
  const saved = await ports.workflows.addVersion(author.organizationId, id, author.userId, definition);
  if (!saved) throw notFound('The workflow');
  return saved;
};

/**
 * Refuses a price below the base price plus the prices of the components, unless the platform administrator
 * has allowed it. The price of the current version may be saved again, as long as the steps cost no more than
 * in that version.
 */
const checkPrice = async (
  { organizations }: SavePorts,
  { organizationId }: Author,
  { priceInCredits, steps }: WorkflowDefinition,
  present?: WorkflowDefinition,
): Promise<void> => {
  const cost = priceOf(steps);
  if (priceInCredits >= cost) return;
  if (present?.priceInCredits === priceInCredits && cost <= priceOf(present.steps)) return;
  if ((await organizations.limits(organizationId))?.belowCost) return;
  throw new Refusal(
    'forbidden',
    `The field executionPrice must be at least ${cost} credits: a base of ${BASE_PRICE_IN_CREDITS} and ${cost - BASE_PRICE_IN_CREDITS} for the components. Leave it out to get this price, or ask a platform administrator to allow a lower one.`,
  );
};

const storable = (draft: WorkflowDraft): WorkflowDraft => {
  if (!isStorableJson(draft)) throw malformed(`The workflow ${NOT_STORABLE}`);
  return draft;
};
