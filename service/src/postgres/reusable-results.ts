import type { EarlierResult, Reuse } from '../ports/images/reuse.ts';
import type { MadeOutput } from '../ports/lanes.ts';
import { type Run, statement } from './connection/database.ts';

type Row = Omit<EarlierResult, 'outputs' | 'confidence'> & {
  outputs: MadeOutput[] | null;
  confidence: number | null;
};

const FIND = statement<Row>(`
  select image.hash, image.format, image.content_type as "contentType", image.width, image.height, image.bytes, image.crc32,
    result.outputs, result.confidence
  from reusable_results result
  join images image on image.organization_id = result.organization_id and image.hash = result.hash
    and image.deleted_at is null
  where result.organization_id = $1 and result.key = $2 and result.created_at > now() - $3 * interval '1 day'`);

export const findReusable =
  (run: Run, days: number): Reuse['find'] =>
  async (organizationId, key) => {
    const [row] = await run(FIND, [organizationId, key, days]);
    if (!row) return undefined;
    const { outputs, confidence, ...result } = row;
    return { ...result, ...(outputs && { outputs }), ...(confidence !== null && { confidence }) };
  };

const REMEMBER = statement(`
  insert into reusable_results (organization_id, key, hash, outputs, confidence) values ($1, $2, $3, $4, $5)
  on conflict (organization_id, key) do update
    set hash = excluded.hash, outputs = excluded.outputs, confidence = excluded.confidence, created_at = now()`);

export const rememberReusable =
  (run: Run): Reuse['remember'] =>
  async (organizationId, key, { hash, outputs, confidence }) => {
    const named = outputs ? JSON.stringify(outputs) : null;
    await run(REMEMBER, [organizationId, key, hash, named, confidence ?? null]);
  };
