import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

const MAX_DRAINED_BYTES = 1024 * 1024;
const MAX_LINGER_MS = 5_000;

/**
 * Continues to read the body after a refusal, so that a client that is still sending receives the response and
 * not a connection reset. Reads at most 1 MiB and closes the connection of a longer body.
 */
export const lingerForBody = (request: IncomingMessage, reply: FastifyReply): void => {
  const { socket } = request;
  let drainedBytes = 0;
  // A reader that stopped early may have left its `readable` listener, which would keep the stream paused.
  request.removeAllListeners('readable');
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > MAX_DRAINED_BYTES) socket.destroy();
  });
  request.on('error', () => {});
  request.resume();
  const expectedBytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (expectedBytes > MAX_DRAINED_BYTES) reply.header('connection', 'close');
  closeInHalves(socket, request);
};

/**
 * Closes the sending half first, and the rest when the body has ended or after 5 s. Without this, when client
 * or service asks to close the connection, Node destroys the socket as soon as the response is written, which
 * resets a client that is still sending.
 */
const closeInHalves = (socket: Socket, request: IncomingMessage): void => {
  const { destroySoon } = socket;
  const closeNow = destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(closeNow, MAX_LINGER_MS);
    request.once('end', closeNow);
    socket.once('close', () => clearTimeout(timer));
  };
  // Once the body has ended, Node closes the connection in its usual way again, for this and later requests.
  request.once('end', () => {
    socket.destroySoon = destroySoon;
  });
};
