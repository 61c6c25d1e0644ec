import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';

/** The handler of each channel, by the channel's name. It is called for each entry of a payload. */
export type ChannelHandlers = Readonly<Record<string, (entry: string) => void>>;

/** Listens to the channels on this session, until it ends. */
export const listenOn = async (session: pg.Client, handlers: ChannelHandlers): Promise<void> => {
  session.on('notification', ({ channel, payload = '' }) => {
    for (const entry of payload.split(',')) handlers[channel]?.(entry);
  });
  const channels = Object.keys(handlers).map((channel) => `listen ${pg.escapeIdentifier(channel)}`);
  await session.query(channels.join(';'));
};

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
const PING_EVERY_MS = 3_000;
const PING_TIMEOUT_MS = 2_000;
const MAX_CLOSING_MS = 2_000;

/**
 * Listens to the channels until closed, and reconnects when the connection breaks. Messages may have been missed before
 * a reconnect, so `onReconnect` must read the current state again.
 */
export const listen = async (
  database: Database,
  handlers: ChannelHandlers,
  onReconnect: () => void,
): Promise<{ close(): Promise<void> }> => {
  const closing = new AbortController();

  const connect = async (): Promise<pg.Client> => {
    const session = await database.session();
    try {
      await listenOn(session, handlers);
    } catch (error) {
      await endSession(session);
      throw error;
    }
    return session;
  };

  const reconnect = async (): Promise<pg.Client | undefined> => {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
      await sleep(delayMs, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return undefined;
      const session = await connect().catch(() => undefined);
      if (session) return session;
    }
  };

  const run = async (first: pg.Client): Promise<void> => {
    let session: pg.Client | undefined = first;
    while (session) {
      await lost(session, closing.signal);
      await endSession(session);
      session = await reconnect();
      if (session && !closing.signal.aborted) onReconnect();
    }
  };

  const running = run(await connect());
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
};

/** Returns when the connection has ended or does not answer a ping (a dead peer sends nothing), or on closing. */
const lost = async (session: pg.Client, closing: AbortSignal): Promise<void> => {
  const ended = new AbortController();
  session.once('end', () => ended.abort());
  const over = AbortSignal.any([ended.signal, closing]);
  for (let answers = true; answers && !over.aborted; ) {
    await sleep(PING_EVERY_MS, undefined, { signal: over }).catch(() => {});
    if (!over.aborted) answers = await ping(session);
  }
};

/** Ends a session. Waits only for a limited time, because a server that hangs does not confirm the end. */
const endSession = async (session: pg.Client): Promise<void> => {
  const ended = session.end().catch(() => {});
  await Promise.race([ended, sleep(MAX_CLOSING_MS, undefined, { ref: false })]);
};

const ping = (session: pg.Client): Promise<boolean> =>
  Promise.race([
    session.query('select 1').then(
      () => true,
      () => false,
    ),
    sleep(PING_TIMEOUT_MS, false, { ref: false }),
  ]);
