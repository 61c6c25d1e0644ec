/** A broken rule of the stored data: the rule, the number of rows that break it, and a few of their ids. */
export type Finding = { rule: string; count: number; sample: string[] };

export type Books = {
  /** Checks every rule in one snapshot, while the service keeps working. Empty when all rules hold. */
  findContradictions(): Promise<Finding[]>;
};
