import type { Row } from './report.ts';

/** One bench: makes its own services in the folder, and ends all that it started. */
export type Bench = {
  name: string;
  sentence: string;
  run(context: BenchContext): Promise<Omit<Row, 'bench'>[]>;
};

export type BenchContext = {
  /** Empty, and removed afterwards. */
  folder: string;
  /** How much of the usual amount to measure: 1, or less for a quick look. */
  effort: number;
  /** What was started is ended when the bench ends, the last first, also when it fails. */
  endLater(end: () => unknown): void;
};
