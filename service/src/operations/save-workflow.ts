import { checkWorkflow, type WorkflowDraft } from '../components/steps/check-workflow.ts';
import { malformed, notFound } from '../domain/errors.ts';
import type { OrganizationId, UserId, WorkflowId } from '../domain/ids.ts';
import { isStorableJson } from '../domain/storable-text.ts';
import type { Workflow } from '../domain/workflow.ts';
import type { Workflows } from '../ports/workflows.ts';

type Ports = { workflows: Workflows };
type Author = { organizationId: OrganizationId; userId: UserId };

export const createWorkflow = ({ workflows }: Ports, author: Author, draft: WorkflowDraft) =>
  workflows.create(author.organizationId, author.userId, checkWorkflow(storable(draft)));

/** A new version beside the old ones, which stay runnable. */
export const replaceWorkflow = async (
  { workflows }: Ports,
  author: Author,
  id: WorkflowId,
  draft: WorkflowDraft,
): Promise<Workflow> => {
  const definition = checkWorkflow(storable(draft));
  const saved = await workflows.addVersion(author.organizationId, id, author.userId, definition);
  if (!saved) throw notFound('The workflow');
  return saved;
};

const storable = (draft: WorkflowDraft): WorkflowDraft => {
  if (!isStorableJson(draft)) throw malformed('The workflow contains a character that is not text.');
  return draft;
};
