// Sends messages as the service does, signed and with its limits, but claims them from memory and records nothing. It shows
// what a delivery costs without the database.
import { randomUUID } from 'node:crypto';
import type { DeliveryId, OrganizationId } from '../../src/domain/ids.ts';
import { openGuardedFetch } from '../../src/egress/guarded-fetch.ts';
import { startWebhookLoop } from '../../src/worker/webhooks/webhook-loop.ts';

type Order = { url: string; count: number; body: string };

const organizationId = randomUUID() as OrganizationId;
const secrets = [`whsec_${Buffer.alloc(24, 1).toString('base64')}`];
let order: Order | undefined;
let [left, recorded] = [0, 0];

const loop = startWebhookLoop({
  egress: openGuardedFetch({ allow: [], allowLoopback: true }),
  report: (problem, cause) => console.error(problem, cause),
  queue: {
    claim: async ({ count, limits, perDestination, underWay }) => {
      if (!order) return { messages: [], notSendable: 0, contended: false, after: undefined };
      const { url, body } = order;
      const destination = new URL(url).host;
      const room = (limits.get(destination) ?? perDestination) - underWay.length;
      const taken = Math.max(0, Math.min(left, count, room));
      left -= taken;
      const messages = Array.from({ length: taken }, () => ({
        ...{ id: randomUUID() as DeliveryId, organizationId, destination, url, body, secrets },
        ...{ attemptsBefore: 0, traceParent: undefined },
      }));
      return { messages, notSendable: 0, contended: false, after: undefined };
    },
    record: async ({ length }) => {
      recorded += length;
      if (recorded === order?.count) process.send?.('done');
    },
    release: async () => {},
    resumeHeld: async () => 0,
    nextDueInMs: async () => undefined,
    giveUpOverdue: async () => {},
  },
});

process.on('message', (next: Order) => {
  order = next;
  [left, recorded] = [next.count, 0];
  loop.wake();
});
process.once('disconnect', () => void loop.stop().then(() => process.exit()));
