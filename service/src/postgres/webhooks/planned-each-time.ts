import type { Statement } from '../connection/database.ts';

/**
 * A statement without a name, which PostgreSQL plans anew for every call (1.5 ms for the claim). These messages come
 * in bursts: a plan that was remembered from an empty table took 12 s for a claim among 200,000 of them.
 */
export const plannedEachTime = <Row = Record<string, never>>(text: string): Statement<Row> => ({
  name: '',
  text,
});
