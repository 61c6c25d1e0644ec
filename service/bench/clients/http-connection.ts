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

type ChunkLine = { name: 'before chunk' | 'after last chunk'; pending: Pending; status: number };
type State =
  | { name: 'idle'; since: number }
  | { name: 'in head'; pending: Pending }
  | { name: 'in body' | 'in chunk'; pending: Pending; status: number; bytesLeft: number }
  | ChunkLine
  | { name: 'closed'; failure: Error };

const READ_BYTES = 64 * 1024;
// A connection that has been idle for longer is not used again: the server may close it just as the next
// request is sent.
const USABLE_FOR_MS = 20_000;
const NOTHING = Buffer.alloc(0);

/**
 * One HTTP/1.1 connection, for responses with a length or in chunks. It reads into one buffer that it keeps for its
 * lifetime.
 */
export const openConnection = (host: string, port: number): Connection => {
  let state: State = { name: 'idle', since: performance.now() };
  let unread = NOTHING;

  const done = (pending: Pending, status: number): void => {
    state = { name: 'idle', since: performance.now() };
    pending.resolve(status);
  };

  const readHead = (pending: Pending, head: string): void => {
    const status = Number(head.slice(9, 12));
    const bytesLeft = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (/\r\ntransfer-encoding: chunked/i.test(head)) state = { name: 'before chunk', pending, status };
    else if (bytesLeft > 0) state = { name: 'in body', pending, status, bytesLeft };
    else done(pending, status);
  };

  /** Reads a line with the size of a chunk, or the empty line after a chunk. */
  const readChunkLine = ({ name, pending, status }: ChunkLine, line: string): void => {
    if (line === '' && name === 'after last chunk') done(pending, status);
    if (line === '') return;
    const bytesLeft = Number.parseInt(line, 16);
    state =
      bytesLeft > 0
        ? { name: 'in chunk', pending, status, bytesLeft }
        : { name: 'after last chunk', pending, status };
  };

  const readLine = (line: string): void => {
    if (state.name === 'in head') readHead(state.pending, line);
    else if (state.name === 'before chunk' || state.name === 'after last chunk') readChunkLine(state, line);
  };

  /**
   * Reads the next line, or a part of the body. Returns the bytes after it, or undefined until a whole line has
   * arrived.
   */
  const readPart = (bytes: Buffer): Buffer | undefined => {
    if (state.name === 'in body' || state.name === 'in chunk') {
      const { name, pending, status } = state;
      const part = bytes.subarray(0, state.bytesLeft);
      pending.onBytes(part, status);
      state.bytesLeft -= part.length;
      if (state.bytesLeft === 0) {
        if (name === 'in body') done(pending, status);
        else state = { name: 'before chunk', pending, status };
      }
      return bytes.subarray(part.length);
    }
    const end = state.name === 'in head' ? '\r\n\r\n' : '\r\n';
    const at = bytes.indexOf(end);
    if (at < 0) return undefined;
    readLine(bytes.toString('latin1', 0, at));
    return bytes.subarray(at + end.length);
  };

  const read = (fresh: Buffer): void => {
    let bytes = unread.length > 0 ? Buffer.concat([unread, fresh]) : fresh;
    unread = NOTHING;
    while (bytes.length > 0) {
      const rest = readPart(bytes);
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
  const close = (failure: Error): void => {
    const ended = state;
    if (ended.name === 'closed') return;
    state = { name: 'closed', failure };
    if (ended.name !== 'idle') ended.pending.reject(failure);
  };
  socket.on('error', close);
  socket.on('close', () => close(new Error('the server closed the connection')));

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        if (state.name === 'closed') return reject(state.failure);
        state = { name: 'in head', pending: { ...request, resolve, reject } };
        const { head, body } = request;
        if (typeof body === 'string') socket.write(head + body);
        else {
          socket.cork();
          socket.write(head);
          socket.write(body);
          socket.uncork();
        }
      }),
    usable: () => state.name === 'idle' && performance.now() - state.since < USABLE_FOR_MS,
    close: () => socket.destroy(),
  };
};
