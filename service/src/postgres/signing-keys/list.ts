import type { SigningKeys, StoredKey } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const LIST = statement<StoredKey>(`
  select id, private_jwk as "privateJwk", retires_at is not null as retired from signing_keys
  where retires_at is null or retires_at > now()
  order by retires_at nulls first, created_at desc`);

export const list =
  (run: Run): SigningKeys['list'] =>
  () =>
    run(LIST, []);
