import type { Service } from '../service.ts';
import { addWorkflow, ok, openTenant } from '../tenant.ts';

/** An attempt to deliver a message, as the interface shows it. */
export type Attempt = {
  number: number;
  startedAt: string;
  durationMs: number;
  requestHeaders: Record<string, string>;
  status: number | null;
  error: string | null;
  answer: string | null;
};
/** A delivery in the list. */
export type Shown = {
  id: string;
  endpointId: string | null;
  executionId: string | null;
  url: string;
  type: string;
  status: string;
  attemptCount: number;
  createdAt: string;
};
export type List<Entry = Shown> = { entries: Entry[]; total: number };
export type WebhookOrganization = Awaited<ReturnType<typeof openWebhookOrganization>>;

/** A new organization, so that the endpoints of one test do not get the events of another. */
export const openWebhookOrganization = async (service: Service) => {
  const tenant = await openTenant(service, 1_000);
  const { admin } = tenant;
  const base = `/v1/organization/${tenant.id}`;
  const find = async (id: string) =>
    (await ok(admin(`GET ${base}/webhook-deliveries/${id}`))).json<
      Shown & { body: string; attempts: Attempt[] }
    >();
  return {
    tenant,
    admin,
    base,
    /** A workflow whose executions fail at once because credits are missing: no other event comes as quickly. */
    unpaid: await addWorkflow(tenant.owner, { executionPrice: 1_000_000 }),
    list: async (query = ''): Promise<List> =>
      (await ok(admin(`GET ${base}/webhook-deliveries?${query}`))).json<List>(),
    find,
    /** Polls the delivery until it has this status. There is no pause, because each request takes long enough. */
    untilDelivery: async (id: string, status: string, attempts = 0) => {
      for (;;) {
        const delivery = await find(id);
        if (delivery.status === status && delivery.attemptCount >= attempts) return delivery;
      }
    },
  };
};
