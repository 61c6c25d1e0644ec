import type { SigningKeys, StoredKey } from '../../ports/people/oauth.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

// The lock lasts until the transaction ends: a second process that starts at the same time waits, then finds a key.
const ONE_AT_A_TIME = statement("select pg_advisory_xact_lock(hashtextextended('darkroom first key', 0))");
const ADD_FIRST = statement(`
  insert into signing_keys (id, private_jwk)
  select $1, $2 where not exists (select from signing_keys where retires_at is null)`);

const addFirst =
  ({ transaction }: Database): SigningKeys['addFirst'] =>
  (id, privateJwk) =>
    transaction(async (run) => {
      await run(ONE_AT_A_TIME, []);
      await run(ADD_FIRST, [id, JSON.stringify(privateJwk)]);
    });

const LIST = statement<StoredKey>(`
  select id, private_jwk as "privateJwk", retires_at is not null as retired from signing_keys
  where retires_at is null or retires_at > now()
  order by retires_at nulls first, created_at desc`);

const list =
  (run: Run): SigningKeys['list'] =>
  () =>
    run(LIST, []);

const ROTATE = statement(`
  with forgotten as (
    delete from signing_keys where retires_at < now()
  ), retired as (
    update signing_keys set retires_at = now() + $3 * interval '1 second' where retires_at is null
  )
  insert into signing_keys (id, private_jwk) values ($1, $2)`);

const rotate =
  (run: Run): SigningKeys['rotate'] =>
  async (id, privateJwk, overlapSeconds) => {
    await run(ROTATE, [id, JSON.stringify(privateJwk), overlapSeconds]);
  };

export const signingKeysIn = (database: Database): SigningKeys => ({
  list: list(database.run),
  addFirst: addFirst(database),
  rotate: rotate(database.run),
});
