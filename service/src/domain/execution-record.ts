import type { Execution, InputImage, InputImages } from './execution.ts';

/** The record as clients read it: every key always present, null where not known yet. */
export const executionRecord = (execution: Execution, viewer: { mayReview: boolean }) => {
  const main = execution.inputs.default;
  const showResult = execution.status === 'COMPLETED' || viewer.mayReview;
  const resultHash = showResult ? execution.resultContentHash : null;
  return {
    id: execution.id,
    workflow: execution.workflowId,
    workflowName: execution.workflowName,
    workflowVersion: execution.workflowVersion,
    organizationId: execution.organizationId,
    status: execution.status,
    userId: execution.userId,
    createdAt: execution.createdAt.toISOString(),
    startedAt: execution.startedAt?.toISOString() ?? null,
    finishedAt: execution.finishedAt?.toISOString() ?? null,
    inputFileName: main.name,
    inputContentHash: main.contentHash,
    inputs: shownInputs(execution.inputs),
    resultContentHash: resultHash,
    resultContentType: showResult ? execution.resultContentType : null,
    resultFileName: showResult ? execution.resultFileName : null,
    resultPath: resultHash ? `/image/${resultHash}/${execution.resultFileName}` : null,
    labels: execution.labels,
    settings: execution.settings,
    webhooks: execution.webhooks,
    attempts: execution.attempts,
    chargedCredits: execution.chargedCredits,
    error: execution.error,
    // Only where an organization has asked for it: strict clients know no such key.
    ...(execution.reused && { reused: true }),
  };
};

export type ExecutionRecord = ReturnType<typeof executionRecord>;

type ShownImage = Pick<InputImage, 'name' | 'contentHash' | 'contentType'>;

const shownInputs = ({ default: main, ...others }: InputImages) => {
  const shown: { default: ShownImage } & Record<string, ShownImage> = { default: shownImage(main) };
  for (const [key, image] of Object.entries(others)) shown[key] = shownImage(image);
  return shown;
};

const shownImage = ({ name, contentHash, contentType }: InputImage): ShownImage => ({
  name,
  contentHash,
  contentType,
});
