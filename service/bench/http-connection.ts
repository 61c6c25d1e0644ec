import { connect } from 'node:net';

export type Exchange = {
  head: string;
  body: string | Buffer;
  /** Receives a part of the body. The bytes are valid only during the call. */
  onBytes(bytes: Buffer, status: number): void;
};
export type Connection = {
  /** Sends one request at a time; resolves with the status when the whole response has been read. */
  exchange(request: Exchange): Promise<number>;
  /** True when the connection can take another request. */
  usable(): boolean;
  close(): void;
};

type Pending = Exchange & { resolve(status: number): void; reject(error: Error): void };

const READ_BYTES = 64 * 1024;
// Servers close connections that are idle for longer, possibly just as the next request is sent.
const USABLE_FOR_MS = 20_000;
const NOTHING = Buffer.alloc(0);

/**
 * One HTTP/1.1 connection, for responses with a length or in chunks. It reads into one buffer that it keeps for its
 * lifetime.
 */
export const openConnection = (host: string, port: number): Connection => {
  let pending: Pending | undefined;
  let usedAt = performance.now();
  let over = false;
  let status = 0;
  /** The remaining bytes of the body, or of the current chunk. */
  let bytesLeft = 0;
  let inChunks = false;
  let lastChunk = false;
  let unread = NOTHING;

  const done = (): void => {
    const ended = pending;
    pending = undefined;
    inChunks = false;
    lastChunk = false;
    usedAt = performance.now();
    ended?.resolve(status);
  };

  const readHead = (head: string): void => {
    status = Number(head.slice(9, 12));
    inChunks = /\r\ntransfer-encoding: chunked/i.test(head);
    bytesLeft = inChunks ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (!inChunks && bytesLeft === 0) done();
  };

  /** Reads a line with the size of a chunk, or the empty line after a chunk. */
  const readChunkLine = (line: string): void => {
    if (line === '' && lastChunk) done();
    else if (line !== '') {
      bytesLeft = Number.parseInt(line, 16);
      lastChunk = bytesLeft === 0;
    }
  };

  const readBody = (bytes: Buffer): Buffer => {
    const part = bytes.subarray(0, bytesLeft);
    pending?.onBytes(part, status);
    bytesLeft -= part.length;
    if (bytesLeft === 0 && !inChunks) done();
    return bytes.subarray(part.length);
  };

  /** Returns the rest after the line, or undefined until the end of the line has arrived. */
  const readLine = (bytes: Buffer): Buffer | undefined => {
    const end = inChunks ? '\r\n' : '\r\n\r\n';
    const at = bytes.indexOf(end);
    if (at < 0) return undefined;
    const line = bytes.toString('latin1', 0, at);
    if (inChunks) readChunkLine(line);
    else readHead(line);
    return bytes.subarray(at + end.length);
  };

  const read = (fresh: Buffer): void => {
    let bytes = unread.length > 0 ? Buffer.concat([unread, fresh]) : fresh;
    unread = NOTHING;
    while (bytes.length > 0) {
      const rest = bytesLeft > 0 ? readBody(bytes) : readLine(bytes);
      if (!rest) {
        unread = Buffer.from(bytes);
        return;
      }
      bytes = rest;
    }
  };

  const socket = connect({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, buffer) => {
        read((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  let failure = new Error('the server closed the connection');
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => {
    over = true;
    pending?.reject(failure);
  });

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        if (over) return reject(failure);
        pending = { ...request, resolve, reject };
        const { head, body } = request;
        if (typeof body === 'string') socket.write(head + body);
        else {
          socket.cork();
          socket.write(head);
          socket.write(body);
          socket.uncork();
        }
      }),
    usable: () => !over && performance.now() - usedAt < USABLE_FOR_MS,
    close: () => socket.destroy(),
  };
};
