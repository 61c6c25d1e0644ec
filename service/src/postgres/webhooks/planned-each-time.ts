import type { Statement } from '../connection/database.ts';

/**
 * A statement without a name, which PostgreSQL plans again for every call (1.5 ms for the claim). Webhook messages come
 * in bursts: with a plan cached while the table was empty, a claim among 200,000 messages took 12 s.
 */
export const plannedEachTime = <Row = Record<string, never>>(
  text: string,
  tells?: Statement<Row>['tells'],
): Statement<Row> => ({ name: '', text, tells });
