import type { RegionFinder } from '../components/component.ts';
import type { Region } from '../matting/pixels.ts';
import type { FromLane, ToLane } from './lane-messages.ts';

type Answer = Extract<ToLane, { say: 'found' | 'notFound' }>;

/** In a lane: asks the parent, whose model is in a process of its own. Messages are text, so pixels go as base64. */
export const openRegions = (
  size: number,
  say: (message: FromLane) => void,
): { regions: RegionFinder | undefined; hear(answer: Answer): void } => {
  const asked = new Map<number, PromiseWithResolvers<Region>>();
  let last = 0;
  const find = (square: Uint8Array): Promise<Region> => {
    last += 1;
    const wait = Promise.withResolvers<Region>();
    asked.set(last, wait);
    say({ say: 'find', ask: last, square: Buffer.from(square).toString('base64') });
    return wait.promise;
  };
  const hear = (answer: Answer): void => {
    const wait = asked.get(answer.ask);
    asked.delete(answer.ask);
    if (answer.say === 'notFound') wait?.reject(new Error(answer.message));
    else wait?.resolve(fromText(answer.region, size));
  };
  return { regions: size > 0 ? { size, find } : undefined, hear };
};

export const toText = ({ data }: Region): string =>
  Buffer.from(Uint8Array.from(data, (likely) => Math.round(likely * 255))).toString('base64');

const fromText = (text: string, size: number): Region => ({
  width: size,
  height: size,
  data: Float32Array.from(Buffer.from(text, 'base64'), (level) => level / 255),
});
