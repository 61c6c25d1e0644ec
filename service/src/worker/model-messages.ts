import type { Region } from '../matting/pixels.ts';

/** What is said to the process that holds the model. */
export type ToModel = { id: number; square: Uint8Array };

/** What it answers. `unusable`: it will be no better next time. */
export type FromModel =
  | { say: 'ready' }
  | { say: 'unusable'; message: string }
  | { say: 'found'; id: number; region: Region }
  | { say: 'failed'; id: number; message: string };
