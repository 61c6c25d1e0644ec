import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { answerOnSocket, pathOf } from '../replies/error-reply.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Caller } from './route.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply; ticks: number };
/** The byte count of a connection when the window began, and the number of timer ticks since then. */
type Window = { direction: Direction; bytes: number; ticks: number };
type Direction = 'body' | 'answer';
type Connection = { exchanges: Exchange[]; window: Window | undefined };

const TICKS_PER_WINDOW = 30;

/**
 * Closes connections of clients that send a body, or read a response, too slowly. A client without a valid
 * credential has `slowAfterMs` for the whole request; an authenticated client must move at least
 * `minBytesPerSecond` over each window of that length. A client that waits for the service (for a result, its
 * turn, or the next event of a stream) is not too slow.
 *
 * Time is counted in ticks of a timer, not by the clock, so that a pause of the machine does not
 * count against clients.
 */
export const closeSlowClients = (
  server: FastifyInstance,
  { slowAfterMs, minBytesPerSecond }: Pick<Config, 'slowAfterMs' | 'minBytesPerSecond'>,
  limit: RateLimit,
): void => {
  const connections = new Map<Socket, Connection>();
  const leastBytes = (minBytesPerSecond * slowAfterMs) / 1000;

  server.server.on('connection', (socket: Socket) => {
    connections.set(socket, { exchanges: [], window: undefined });
    socket.once('close', () => connections.delete(socket));
  });

  server.addHook('onRequest', (request, reply, done) => {
    const exchanges = connections.get(request.raw.socket)?.exchanges;
    while (exchanges?.[0] && isOver(exchanges[0])) exchanges.shift();
    exchanges?.push({ request, reply, ticks: 0 });
    done();
  });

  const check = (socket: Socket, connection: Connection): void => {
    const { exchanges } = connection;
    while (exchanges[0] && isOver(exchanges[0])) exchanges.shift();
    const [exchange] = exchanges;
    if (!exchange) {
      connection.window = undefined;
      return;
    }
    exchange.ticks += 1;
    const direction = awaitedFrom(socket, exchange);
    if (direction && isTooSlow(socket, connection, exchange, direction)) close(socket, exchange, direction);
    if (!direction) connection.window = undefined;
  };

  const isTooSlow = (
    socket: Socket,
    connection: Connection,
    exchange: Exchange,
    direction: Direction,
  ): boolean => {
    if (!isAuthenticated(exchange)) return exchange.ticks >= TICKS_PER_WINDOW;
    const bytes = movedBytes(socket, direction);
    const { window } = connection;
    if (window?.direction !== direction) {
      connection.window = { direction, bytes, ticks: 0 };
      return false;
    }
    window.ticks += 1;
    if (window.ticks < TICKS_PER_WINDOW) return false;
    if (bytes - window.bytes < leastBytes) return true;
    connection.window = { direction, bytes, ticks: 0 };
    return false;
  };

  const close = (socket: Socket, exchange: Exchange, direction: Direction): void => {
    const message = isAuthenticated(exchange)
      ? `The body arrived too slowly. Send it again, with ${minBytesPerSecond} bytes a second or more.`
      : `The body took longer than ${slowAfterMs / 1000} s to arrive. Send it again, or send a valid credential with it.`;
    if (direction === 'answer' || exchange.reply.raw.headersSent) socket.destroy();
    else answerOnSocket(socket, limit, { status: 408, message, path: pathOf(exchange.request.raw) });
  };

  const timer = setInterval(() => {
    for (const [socket, connection] of connections) check(socket, connection);
  }, slowAfterMs / TICKS_PER_WINDOW);
  timer.unref();
  server.addHook('onClose', async () => clearInterval(timer));
};

const isAuthenticated = ({ request }: Exchange): boolean => Boolean((request as { caller?: Caller }).caller);

const isOver = ({ request, reply }: Exchange): boolean =>
  request.raw.complete && (reply.raw.writableFinished || reply.raw.destroyed);

/**
 * Returns what the client must do next: send a body or read the response. Undefined while the client
 * waits for the service.
 */
const awaitedFrom = (socket: Socket, { request: { raw } }: Exchange): Direction | undefined => {
  if (socket.writableLength > 0) return 'answer';
  // A full read buffer means that the service, not the client, delays the transfer.
  return raw.complete || raw.readableLength >= raw.readableHighWaterMark ? undefined : 'body';
};

/**
 * Node counts bytes as written when it hands them to the system. The write queue holds the bytes that the
 * client has not accepted yet.
 */
type SocketInternals = { _bytesDispatched?: number; _handle?: { writeQueueSize?: number } | null };

const movedBytes = (socket: Socket, direction: Direction): number => {
  if (direction === 'body') return socket.bytesRead;
  const { _bytesDispatched = 0, _handle } = socket as SocketInternals;
  return _bytesDispatched - (_handle?.writeQueueSize ?? 0);
};
