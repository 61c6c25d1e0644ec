import type { ApiKeyId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';

const TOUCH = statement(`
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`);

/** Notes a key's use beside the call, never in its way. */
export const touch = (run: Run): ((id: ApiKeyId) => void) => {
  const underWay = new Set<ApiKeyId>();
  return (id) => {
    if (underWay.has(id)) return;
    underWay.add(id);
    run(TOUCH, [id])
      // The call itself was answered; the next one notes the use again.
      .catch(() => {})
      .finally(() => underWay.delete(id));
  };
};
