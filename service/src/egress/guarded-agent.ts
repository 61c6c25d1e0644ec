import { Agent } from 'undici';
import { guardedConnector } from './guarded-connector.ts';
import type { ResolveName } from './name-resolver.ts';

const CONNECTIONS_PER_ORIGIN = 32;
// When the server gives no keep-alive time, close idle connections early, so that the server does not close one just as
// a request uses it.
const IDLE_MS = 2_000;
const MAX_IDLE_MS = 10_000;

/** An HTTP agent that connects to allowed addresses only, and keeps connections open between calls. */
export const guardedAgent = (isAllowed: (address: string) => boolean, resolveName: ResolveName): Agent =>
  new Agent({
    connect: guardedConnector(isAllowed, resolveName),
    connections: CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    // The agent's own timeouts are off, because each call has a timer that covers the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
