import type { PasswordResets } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { REDEEMABLE } from './redeemable.ts';

const HOLDS = statement<{ holds: true }>(`
  select true as holds from password_resets where token_hash = $1 and ${REDEEMABLE}`);

export const holds =
  (run: Run): PasswordResets['holds'] =>
  async (tokenHash) =>
    (await run(HOLDS, [tokenHash])).length > 0;
