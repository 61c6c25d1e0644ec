import { notFound } from '../../domain/errors.ts';
import type { Credits } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const SPENDABLE = statement<{ credits: number }>(
  'select spendable as credits from accounts where organization_id = $1',
);

export const spendable =
  (run: Run): Credits['spendable'] =>
  async (id) => {
    const [account] = await run(SPENDABLE, [id]);
    if (!account) throw notFound('The organization');
    return account.credits;
  };
