import type { StepModels } from '../../components/definition/component.ts';
import type { Region } from '../../matting/region.ts';
import type { FromLane, ToLane } from './lane-messages.ts';

/** The models that a lane may ask, and the size of the square input of each. */
export type ModelSizes = { regions?: { size: number }; enlarger?: { size: number; factor: number } };

type Answer = Extract<ToLane, { say: 'found' | 'enlarged' | 'notFound' }>;

/**
 * The lane's side of the models: sends each request to the parent, which runs the models in processes of their own.
 * Messages are JSON, so pixels are sent as base64.
 */
export const openLaneModels = (
  { regions, enlarger }: ModelSizes,
  say: (message: FromLane) => void,
): { models: StepModels; hear(answer: Answer): void } => {
  const asked = new Map<number, PromiseWithResolvers<Buffer>>();
  let last = 0;
  const ask = (what: 'find' | 'enlarge', square: Uint8Array): Promise<Buffer> => {
    last += 1;
    const wait = Promise.withResolvers<Buffer>();
    asked.set(last, wait);
    say({ say: what, ask: last, square: Buffer.from(square).toString('base64') });
    return wait.promise;
  };
  const hear = (answer: Answer): void => {
    const wait = asked.get(answer.ask);
    asked.delete(answer.ask);
    if (answer.say === 'notFound') wait?.reject(new Error(answer.message));
    else wait?.resolve(Buffer.from(answer.say === 'found' ? answer.region : answer.square, 'base64'));
  };
  const models: StepModels = {
    regions: regions && {
      size: regions.size,
      find: async (square) => regionOf(await ask('find', square), regions.size),
    },
    enlarger: enlarger && { ...enlarger, enlarge: (square) => ask('enlarge', square) },
  };
  return { models, hear };
};

const regionOf = (levels: Buffer, size: number): Region => ({
  width: size,
  height: size,
  data: Float32Array.from(levels, (level) => level / 255),
});
