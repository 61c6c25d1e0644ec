import type { Region } from '../../matting/region.ts';
import type { FromLane, ToLane } from '../lanes/lane-messages.ts';
import type { ModelSizes } from '../lanes/lane-models.ts';
import type { Model } from './model-on-demand.ts';

/** The models that the steps in a lane can call. They run outside the lane. */
export type ModelsForLane = {
  /** Finds the object in a square. */
  model?: Pick<Model<Region>, 'size' | 'find'> | undefined;
  /** Makes squares `factor` times larger. */
  enlarger?: (Pick<Model<Uint8Array>, 'size' | 'find'> & { factor: number }) | undefined;
};

export const sizesOf = ({ model, enlarger }: ModelsForLane): ModelSizes => ({
  ...(model && { regions: { size: model.size } }),
  ...(enlarger && { enlarger: { size: enlarger.size, factor: enlarger.factor } }),
});

/**
 * Passes a lane's request to a model and returns the reply. The reply is `unanswered`, with the
 * reason, when the model fails.
 */
export const answerModelRequest = async (
  { say, requestId, square }: Extract<FromLane, { say: 'find' | 'enlarge' }>,
  { model, enlarger }: ModelsForLane,
): Promise<ToLane> => {
  const bytes = Buffer.from(square, 'base64');
  try {
    if (say === 'find' && model) return { say: 'found', requestId, region: textOf(await model.find(bytes)) };
    if (say === 'enlarge' && enlarger) {
      const larger = Buffer.from(await enlarger.find(bytes));
      return { say: 'enlarged', requestId, square: larger.toString('base64') };
    }
    return { say: 'unanswered', requestId, message: 'There is no model.' };
  } catch (error) {
    return { say: 'unanswered', requestId, message: error instanceof Error ? error.message : String(error) };
  }
};

const textOf = ({ data }: Region): string =>
  Buffer.from(Uint8Array.from(data, (likely) => Math.round(likely * 255))).toString('base64');
