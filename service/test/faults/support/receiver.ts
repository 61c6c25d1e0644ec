import pg from 'pg';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { until } from '../../support/until.ts';
import { startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';
import type { Client } from './client.ts';
import { atTheEnd } from './service.ts';

const NOTIFIED_WITHIN_MS = 60_000;

export type Receiver = {
  /** Waits until the receiver has got a message about each of these executions. */
  untilNotified(databaseUrl: string, executions: ExecutionRecord[]): Promise<void>;
};

export const organizationOf = async (client: Client): Promise<string> =>
  (await client.json<{ entries: { id: string }[] }>('GET /v1/organization')).entries[0]!.id;

/**
 * Opens a webhook receiver that gets a message about each execution of the administrator's organization that
 * completes or fails.
 */
export const openReceiver = async (client: Client): Promise<Receiver> => {
  const endpoint = await startEndpoint();
  atTheEnd(async () => endpoint.close());
  await client.ok(`POST /v1/organization/${await organizationOf(client)}/webhook-endpoints`, {
    json: { url: endpoint.url, events: ['execution.completed', 'execution.failed'] },
  });
  return {
    untilNotified: async (databaseUrl, executions) => {
      const database = new pg.Client(databaseUrl);
      await database.connect();
      const isMissing = () => {
        const received = endpoint.deliveries.map(({ body }) => body).join('\n');
        return executions.some(({ id }) => !received.includes(id));
      };
      try {
        await until('the receiver has a message about every execution', NOTIFIED_WITHIN_MS, async () => {
          // The claim of a killed sender lasts minutes, and so does the pause before a retry: this ends both now.
          await database.query(
            `update webhook_messages set next_attempt_at = now(), claimed_until = null
             where outcome is null and (claimed_until > now() or next_attempt_at > now())`,
          );
          return !isMissing();
        });
      } finally {
        await database.end();
      }
    },
  };
};
