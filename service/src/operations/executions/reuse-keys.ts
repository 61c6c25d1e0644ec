import { hash } from 'node:crypto';
import type { Step } from '../../domain/workflows/workflow.ts';
import type { Claim } from '../../ports/executions.ts';
import { sortKeys } from './sort-keys.ts';

/** Names for what comes of these pictures: after each step, and at the end. Organizations share nothing. */
export const reuseKeys = (codeVersion: string, { organizationId, inputs }: Claim, steps: readonly Step[]) => {
  const pictures = Object.entries(inputs).map(([key, { contentHash }]) => [key, contentHash]);
  let name = nameOf([codeVersion, organizationId, pictures.sort()]);
  const afterSteps = steps.map(({ component, params, when }) => {
    name = nameOf([name, component, sortKeys(params), sortKeys(when ?? {})]);
    return name;
  });
  return { afterSteps, result: nameOf([name, 'result']) };
};

const nameOf = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');
