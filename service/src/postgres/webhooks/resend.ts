import type { OrganizationId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Run, statement } from '../connection/database.ts';

// A message that is being sent right now is not changed.
const resendStatement = statement<{ known: boolean }>(`
  with due as (
    update webhook_messages set outcome = null, next_attempt_at = now(), claimed_until = null
      where id = $2 and organization_id = $1 and (claimed_until is null or claimed_until <= now())
      returning id
  )
  select exists (select from webhook_messages where id = $2 and organization_id = $1) as known,
    (select pg_notify('${CHANNELS.webhooks}', '') from due)`);

export const resend = async (
  run: Run,
  organizationId: OrganizationId,
  messageId: string,
): Promise<boolean> => {
  const [row] = await run(resendStatement, [organizationId, messageId]);
  return row?.known ?? false;
};
