import type { Row } from './report.ts';

/** One bench. It starts its own services in `folder` of the context and ends everything that it started. */
export type Bench = {
  name: string;
  description: string;
  run(context: BenchContext): Promise<Omit<Row, 'bench'>[]>;
};

export type BenchContext = {
  /** An empty folder, removed after the bench. */
  folder: string;
  /** The fraction of the usual amount to measure: 1, or less for a quick run. */
  effort: number;
  /** Registers a cleanup that runs when the bench ends or fails, in reverse order. */
  atTheEnd(end: () => unknown): void;
};
