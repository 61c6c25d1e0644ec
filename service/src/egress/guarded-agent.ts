import { Agent } from 'undici';
import { guardedConnector } from './guarded-connector.ts';
import type { ResolveName } from './resolve-name.ts';

const CONNECTIONS_PER_ORIGIN = 32;
// Without a hint from the server an idle connection is soon closed by us, so that it is not closed under a request.
const IDLE_MS = 2_000;
const MAX_IDLE_MS = 10_000;

/** Keeps connections to allowed addresses open between calls. */
export const guardedAgent = (isAllowed: (address: string) => boolean, resolveName: ResolveName): Agent =>
  new Agent({
    connect: guardedConnector(isAllowed, resolveName),
    connections: CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    // The deadline of a call is for all of it, and it is its own timer.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
