import type { FastifyReply } from 'fastify';

type EventStream = {
  write(text: string): void;
  /** Writes the text after a short delay, unless a newer text replaces it first. */
  writeSoon(text: string): void;
  /** Writes a last text and closes the stream. */
  end(text: string): void;
  onClose(callback: () => void): void;
};

export type EventStreams = { open(reply: FastifyReply): EventStream };

const KEEP_ALIVE_MS = 15_000;
/**
 * The delay of `writeSoon`. Without it, sending a packet for each short-lived status took a tenth of the time
 * of a short execution.
 */
const SOON_MS = 10;

/**
 * Keeps the open server-sent event streams of one server. One timer keeps all of them alive; a stream ends when the
 * server closes or the caller's credential is revoked.
 */
export const eventStreams = (closing: AbortSignal): EventStreams => {
  const open = new Set<FastifyReply['raw']>();
  // The timer writes to every stream, because proxies close connections that stay silent for long.
  const timer = setInterval(() => {
    for (const response of open) response.write(':\n\n');
  }, KEEP_ALIVE_MS);
  timer.unref();
  closing.addEventListener('abort', () => {
    clearInterval(timer);
    for (const response of open) response.end();
  });

  return {
    open: (reply) => {
      reply.hijack();
      const response = reply.raw;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) response.setHeader(name, value);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      open.add(response);
      const stopWatching = reply.server.longCalls.watch(reply.request, () => response.end());
      let written = false;
      // Waits until the end of this turn of the event loop, so the headers can share a packet with the first status.
      setImmediate(() => {
        if (!written) response.flushHeaders();
      });
      let soon: NodeJS.Timeout | undefined;
      response.once('close', () => {
        open.delete(response);
        stopWatching();
        clearTimeout(soon);
      });
      const write = (text: string) => {
        written = true;
        clearTimeout(soon);
        if (!response.writableEnded) response.write(text);
      };
      return {
        write,
        writeSoon: (text) => {
          clearTimeout(soon);
          soon = setTimeout(write, SOON_MS, text);
        },
        end: (text) => {
          written = true;
          clearTimeout(soon);
          open.delete(response);
          if (!response.writableEnded) response.end(text);
        },
        onClose: (callback) => {
          if (response.closed) callback();
          else response.once('close', callback);
        },
      };
    },
  };
};
