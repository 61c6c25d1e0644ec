import assert from 'node:assert/strict';
import { inspectImage } from '../../src/components/files/inspect-image.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import { Refusal } from '../../src/domain/errors.ts';
import { LIMITS, openFolder } from './sample-images.ts';

const folder = openFolder();

/** The message with which an upload of these bytes, or of the file at this path, is refused. */
export const refusalOf = async (bytes: Buffer | string, limits = LIMITS): Promise<string> => {
  try {
    await inspectImage(folder.file(bytes), limits);
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'unprocessable_image', String(error));
    return error.message;
  }
  throw new Error('it was accepted');
};

/** The failure of running steps on these bytes, as in a lane. */
export const failureOf = async (bytes: Buffer | string, limits = LIMITS): Promise<StepsFailure> => {
  const steps = [{ id: 'small', component: 'resize', params: { width: 16 } }];
  try {
    await applySteps({ steps, inputs: { default: folder.file(bytes) }, output: folder.file(), limits });
  } catch (error) {
    assert.ok(error instanceof StepsFailure, String(error));
    return error;
  }
  throw new Error('it was accepted');
};
