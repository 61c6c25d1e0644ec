import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import type { ExecutionId, OrganizationId } from '../../../src/domain/ids.ts';
import { openGuardedFetch } from '../../../src/egress/guarded-fetch.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { webhookQueue } from '../../../src/postgres/webhooks/webhook-queue.ts';
import { startWebhookLoop, type WebhookLoopPorts } from '../../../src/worker/webhooks/webhook-loop.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';
import { deliveriesOf } from '../../support/webhooks/deliveries-of.ts';

const DUE_NOW = statement(
  'update webhook_messages set next_attempt_at = now() where execution_id = $1 and outcome is null',
);
const FORGET_PENDING = statement(
  "update webhook_messages set outcome = 'gave_up', next_attempt_at = null where outcome is null",
);

type Notified = { organizationId: OrganizationId; id: ExecutionId };

/** Webhooks in a database of the test file's own, and the loop that sends them. No message outlives its test. */
export const openTestWebhooks = async () => {
  const { database, drop } = await freshDatabase();
  const egress = openGuardedFetch({ allow: [], allowLoopback: true });
  after(async () => {
    await egress.close();
    await drop();
  });
  afterEach(() => database.run(FORGET_PENDING, []));
  const queue = webhookQueue(database);
  const executions = executionsIn(database);

  const problems: unknown[] = [];
  const startLoop = (given: Partial<WebhookLoopPorts> = {}) =>
    startWebhookLoop({ queue, egress, report: (_, cause) => problems.push(cause), ...given });

  /** Creates an execution that cannot be paid, which is reported to its webhooks. */
  const notify = async (...webhooks: string[]) => {
    const organization = await makeOrganization(database, 0);
    const execution = newExecution(organization, { webhooks });
    await executions.insert(execution);
    return execution;
  };
  const sentTo = (execution: Notified) => deliveriesOf(database, execution);
  const onlyMessage = async (execution: Notified) => {
    const [message, ...others] = await sentTo(execution);
    assert.equal(others.length, 0);
    return message!;
  };
  /** Makes one attempt at the only message, and returns that message. */
  const attemptOnce = async (
    endpoint: { received(count: number): Promise<void>; deliveries: unknown[] },
    execution: Notified,
    given: Partial<WebhookLoopPorts> = {},
  ) => {
    const received = endpoint.received(endpoint.deliveries.length + 1);
    await database.run(DUE_NOW, [execution.id]);
    const loop = startLoop(given);
    await received;
    await loop.stop();
    return onlyMessage(execution);
  };
  return { database, queue, executions, problems, startLoop, notify, sentTo, onlyMessage, attemptOnce };
};
