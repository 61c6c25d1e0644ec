import type { ContentHash } from '../../src/domain/ids.ts';
import type { Lane } from '../../src/ports/lanes.ts';

/** A lane whose result is its input, which the store already has: no image processing and no disk writes. */
export const idleLane = (): Lane => ({
  apply: async ({ inputs }) => ({
    hash: inputs.default.slice(-64) as ContentHash,
    format: 'jpeg',
    contentType: 'image/jpeg',
    width: 64,
    height: 64,
    bytes: 1_000,
    crc32: 0,
    trace: { input: {}, steps: [] },
  }),
  close: async () => {},
});
