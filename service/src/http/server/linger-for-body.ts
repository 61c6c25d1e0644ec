import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

const MAX_DRAINED_BYTES = 1024 * 1024;
const MAX_LINGER_MS = 5_000;

/**
 * Continues to read the body after a refusal, so that a client that is still sending receives the answer and not a
 * connection reset. When the body is larger than 1 MiB, closes the connection after the answer instead.
 */
export const lingerForBody = (request: IncomingMessage, reply: FastifyReply): void => {
  const { socket } = request;
  let drainedBytes = 0;
  // A reader that gave up may have left its listener, which would keep the stream paused.
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
 * Closes the sending half first and the rest when the body has ended. When either side asks to close the connection, Node
 * destroys the socket as soon as the answer is written, which resets a client that is still sending.
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
  // Once the body has ended, restores Node's own close for this and later requests on the connection.
  request.once('end', () => {
    socket.destroySoon = destroySoon;
  });
};
