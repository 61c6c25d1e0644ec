import { readConfig } from '../../src/config.ts';

/** The shipped model with its usual limits. */
export const modelOptions = () => {
  const { model, lanes, modelDeadlineMs, modelMemoryBytes } = readConfig({});
  if (!model) throw new Error('there is no model to measure');
  return { declaration: model, threads: lanes, deadlineMs: modelDeadlineMs, memoryBytes: modelMemoryBytes };
};
