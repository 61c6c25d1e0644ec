import type { SigningKeys } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const ROTATE = statement(`
  with forgotten as (
    delete from signing_keys where retires_at < now()
  ), retired as (
    update signing_keys set retires_at = now() + $3 * interval '1 second' where retires_at is null
  )
  insert into signing_keys (id, private_jwk) values ($1, $2)`);

export const rotate =
  (run: Run): SigningKeys['rotate'] =>
  async (id, privateJwk, overlapSeconds) => {
    await run(ROTATE, [id, JSON.stringify(privateJwk), overlapSeconds]);
  };
