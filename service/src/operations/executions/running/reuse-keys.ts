import { hash } from 'node:crypto';
import type { ContentHash, OrganizationId } from '../../../domain/ids.ts';
import type { Step } from '../../../domain/workflows/workflow.ts';
import { sortKeys } from '../sort-keys.ts';

type Reusing = { organizationId: OrganizationId; inputs: Record<string, { contentHash: ContentHash }> };

/** Cache keys for the intermediate image after each step and for the result. Organizations never share a key. */
export const reuseKeys = (
  codeVersion: string,
  { organizationId, inputs }: Reusing,
  steps: readonly Step[],
) => {
  const images = Object.entries(inputs).map(([key, { contentHash }]) => [key, contentHash]);
  let name = nameOf([codeVersion, organizationId, images.sort()]);
  const afterSteps = steps.map(({ component, params, when }) => {
    name = nameOf([name, component, sortKeys(params), sortKeys(when ?? {})]);
    return name;
  });
  // The names of the outputs belong only to the key of the result: they decide which files are made, but
  // change no pixel of the images after the steps.
  return { afterSteps, result: nameOf([name, 'result', steps.map(({ output }) => output ?? '')]) };
};

const nameOf = (parts: unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');
