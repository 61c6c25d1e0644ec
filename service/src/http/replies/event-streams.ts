import type { FastifyReply } from 'fastify';

export type EventStream = {
  write(text: string): void;
  /** In a moment, unless something newer comes first. */
  writeSoon(text: string): void;
  /** With a last text. */
  end(text: string): void;
  onClose(callback: () => void): void;
};

export type EventStreams = { open(reply: FastifyReply): EventStream };

const KEEP_ALIVE_MS = 15_000;
/** A status that passes more quickly than this is not worth a packet of its own: it cost a tenth of a short execution. */
const SOON_MS = 10;

/** Open server-sent event streams of one server: kept alive together, ended when it closes or the credential is revoked. */
export const eventStreams = (closing: AbortSignal): EventStreams => {
  const open = new Set<FastifyReply['raw']>();
  // One timer for all: proxies close what is silent for long.
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
      const release = reply.server.heldCalls.hold(reply.request, () => response.end());
      let written = false;
      // Headers and the first status mostly leave in one packet; the headers never wait longer for it than this.
      setImmediate(() => {
        if (!written) response.flushHeaders();
      });
      let soon: NodeJS.Timeout | undefined;
      response.once('close', () => {
        open.delete(response);
        release();
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
