import type { Reuse } from '../../ports/reuse.ts';
import { type Run, statement } from '../database.ts';

const REMEMBER = statement(`
  insert into reusable_results (organization_id, key, hash, confidence) values ($1, $2, $3, $4)
  on conflict (organization_id, key) do update
    set hash = excluded.hash, confidence = excluded.confidence, created_at = now()`);

export const rememberReusable =
  (run: Run): Reuse['remember'] =>
  async (organizationId, key, { hash, confidence }) => {
    await run(REMEMBER, [organizationId, key, hash, confidence ?? null]);
  };
