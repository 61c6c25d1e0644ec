import type { StepsTrace } from '../domain/executions/trace.ts';
import type { ExecutionId } from '../domain/ids.ts';

/** Whose pictures: an attempt's, so that a retry never shows those of another. */
export type PreviewKey = { id: ExecutionId; attempt: number };

/** Small pictures of what each step made. They can be made again, so none of this is durable. */
export type Previews = {
  /** The path of a new folder, for a lane to fill; then to be kept or discarded. */
  draft(): Promise<string>;
  keep(draft: string, key: PreviewKey, trace: StepsTrace): Promise<void>;
  discard(draft: string): Promise<void>;
  /** What was seen when they were made; undefined when they are not there. */
  find(key: PreviewKey): Promise<StepsTrace | undefined>;
  read(key: PreviewKey, position: number): Promise<Buffer | undefined>;
  removeMadeBefore(time: Date): Promise<void>;
};
