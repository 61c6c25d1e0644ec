import type { StepsTrace } from '../../domain/executions/trace.ts';
import type { ExecutionId } from '../../domain/ids.ts';

/** Previews belong to one attempt, so a retry never shows those of an earlier attempt. */
export type PreviewKey = { id: ExecutionId; attempt: number };

/** Small images of the output of each step. They can be made again, so this store is not durable. */
export type Previews = {
  /** Creates a new folder for a lane to fill. The caller then keeps or discards it. */
  draft(): Promise<string>;
  keep(draft: string, key: PreviewKey, trace: StepsTrace): Promise<void>;
  discard(draft: string): Promise<void>;
  /** The trace recorded when the previews were made; undefined when there are none. */
  find(key: PreviewKey): Promise<StepsTrace | undefined>;
  read(key: PreviewKey, position: number): Promise<Buffer | undefined>;
  removeMadeBefore(time: Date): Promise<void>;
};

/**
 * The images after the first steps of a preview. Later previews with the same image and the same first steps
 * start from them.
 */
export type PreviewReuse = {
  /** The version of all code that affects the pixels. */
  codeVersion(): Promise<string>;
  /** The path where the image with this key is cached, or may be written. */
  intermediate(key: string): string;
  /** The least time that the steps must have taken for their output to be cached. */
  worthMs: number;
};
