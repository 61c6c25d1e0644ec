import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { WebhookMessage } from '../../ports/webhooks.ts';
import { type Run, statement } from '../connection/database.ts';

type Row = {
  id: string;
  url: string;
  type: string;
  created_at: Date;
  outcome: WebhookMessage['outcome'];
  next_attempt_at: Date | null;
  attempts: {
    number: number;
    startedAt: string;
    durationMs: number;
    status: number | null;
    error: string | null;
  }[];
};

const listStatement = statement<Row>(`
  select id, url, type, created_at, outcome, next_attempt_at, coalesce(attempts.list, '[]') as attempts
    from webhook_messages message
    left join lateral (
      select jsonb_agg(jsonb_build_object('number', number, 'startedAt', started_at, 'durationMs', duration_ms,
          'status', status, 'error', error) order by number) as list
        from webhook_attempts where message_id = message.id
    ) attempts on true
    where execution_id = $2 and organization_id = $1
    order by created_at desc, id desc`);

export const list = async (
  run: Run,
  organizationId: OrganizationId,
  executionId: ExecutionId,
): Promise<WebhookMessage[]> => {
  const rows = await run(listStatement, [organizationId, executionId]);
  return rows.map((row) => ({
    id: row.id,
    executionId,
    url: row.url,
    type: row.type,
    createdAt: row.created_at,
    outcome: row.outcome,
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
  }));
};
