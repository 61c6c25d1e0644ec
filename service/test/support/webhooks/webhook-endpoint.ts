import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer } from '../http-server.ts';

export type Delivery = { id: string; body: string; headers: Record<string, string>; path: string };
export type Reply = (response: ServerResponse, delivery: Delivery) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A receiver of webhooks that keeps the messages it gets. The last reply is used for all further messages. */
export const startEndpoint = async (...replies: Reply[]) => {
  const deliveries: Delivery[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  const server = await startServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = await text(request);
    const delivery = { id: headers['webhook-id']!, body, headers, path: request.url! };
    const reply = replies[Math.min(deliveries.length, replies.length - 1)] ?? answering(204);
    deliveries.push(delivery);
    reply(response, delivery);
    for (const { count, resolve } of waiting) if (deliveries.length >= count) resolve();
  });
  return {
    ...server,
    deliveries,
    /** Resolves when this many deliveries have come in all. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        if (deliveries.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
};
