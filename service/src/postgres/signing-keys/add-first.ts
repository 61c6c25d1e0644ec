import type { SigningKeys } from '../../ports/oauth.ts';
import { type Database, statement } from '../database.ts';

// Held until the transaction ends: a second process that starts meanwhile waits, and then finds a key.
const ONE_AT_A_TIME = statement("select pg_advisory_xact_lock(hashtextextended('darkroom first key', 0))");
const ADD_FIRST = statement(`
  insert into signing_keys (id, private_jwk)
  select $1, $2 where not exists (select from signing_keys where retires_at is null)`);

export const addFirst =
  ({ transaction }: Database): SigningKeys['addFirst'] =>
  (id, privateJwk) =>
    transaction(async (run) => {
      await run(ONE_AT_A_TIME, []);
      await run(ADD_FIRST, [id, JSON.stringify(privateJwk)]);
    });
