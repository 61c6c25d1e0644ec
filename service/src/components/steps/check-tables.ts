import { Refusal } from '../../domain/errors.ts';
import { isColourTable } from '../../domain/images/image-formats.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import { findComponent } from '../registry.ts';

/** Refuses a colour table that is given where an image is needed. `files` has the file of each input. */
export const checkTables = (
  files: Readonly<Record<string, { contentType: string }>>,
  steps: readonly Step[],
): void => {
  for (const [input, file] of Object.entries(files)) {
    if (!isColourTable(file)) continue;
    if (input === 'default')
      throw refuse(input, 'the main input must be an image. Send an image in its place');
    const step = steps.find((one) => needsImage(one, input));
    if (step)
      throw refuse(input, `the step ${step.id} (${step.component}) needs an image for this input. Send one`);
  }
};

const needsImage = ({ component, params }: Step, input: string): boolean => {
  const { inputParams = [], tableInputParams = [] } = findComponent(component) ?? {};
  return inputParams.some(
    (param) => !tableInputParams.includes(param) && [params[param]].flat().includes(input),
  );
};

const refuse = (input: string, why: string) =>
  new Refusal('unprocessable_image', `The image "${input}" is a colour table (.cube), but ${why}.`);
