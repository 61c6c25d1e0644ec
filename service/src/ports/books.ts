/** A rule that the stored data must always keep, and what breaks it: how much, and a few of the ids. */
export type Finding = { rule: string; count: number; sample: string[] };

export type Books = {
  /** Every rule checked at one moment, while work goes on. Empty when all of them hold. */
  findContradictions(): Promise<Finding[]>;
};
