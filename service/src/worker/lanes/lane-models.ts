import type { StepModels } from '../../components/definition/component.ts';
import type { Region } from '../../matting/region.ts';
import type { FromLane, ToLane } from './lane-messages.ts';

/** The models that a lane may call, and for each model the width and height of its square input. */
export type ModelSizes = { regions?: { size: number }; enlarger?: { size: number; factor: number } };

type Answer = Extract<ToLane, { say: 'found' | 'enlarged' | 'unanswered' }>;

/**
 * Calls models from inside a lane: sends each request to the parent, which runs the models in processes of
 * their own. Messages are JSON, so pixels are sent as base64.
 */
export const openLaneModels = (
  { regions, enlarger }: ModelSizes,
  say: (message: FromLane) => void,
): { models: StepModels; hear(answer: Answer): void } => {
  const pending = new Map<number, PromiseWithResolvers<Buffer>>();
  let lastId = 0;
  const ask = (what: 'find' | 'enlarge', square: Uint8Array): Promise<Buffer> => {
    lastId += 1;
    const request = Promise.withResolvers<Buffer>();
    pending.set(lastId, request);
    say({ say: what, requestId: lastId, square: Buffer.from(square).toString('base64') });
    return request.promise;
  };
  const hear = (answer: Answer): void => {
    const request = pending.get(answer.requestId);
    pending.delete(answer.requestId);
    if (answer.say === 'unanswered') request?.reject(new Error(answer.message));
    else request?.resolve(Buffer.from(answer.say === 'found' ? answer.region : answer.square, 'base64'));
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
