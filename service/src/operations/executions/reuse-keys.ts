import { hash } from 'node:crypto';
import type { Step } from '../../domain/workflows/workflow.ts';
import type { Claim } from '../../ports/executions.ts';
import { sortKeys } from './sort-keys.ts';

/** Cache keys for the intermediate image after each step and for the result. Organizations never share a key. */
export const reuseKeys = (codeVersion: string, { organizationId, inputs }: Claim, steps: readonly Step[]) => {
  const images = Object.entries(inputs).map(([key, { contentHash }]) => [key, contentHash]);
  let name = nameOf([codeVersion, organizationId, images.sort()]);
  const afterSteps = steps.map(({ component, params, when }) => {
    name = nameOf([name, component, sortKeys(params), sortKeys(when ?? {})]);
    return name;
  });
  return { afterSteps, result: nameOf([name, 'result']) };
};

const nameOf = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');
