import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string; raw: string };

/**
 * Sends bytes as they are, and reads until the server closes the connection or one complete response has arrived.
 */
export const sendRaw = (port: number, bytes: string | Buffer): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      const answer = parseAnswer(received);
      if (answer) resolve(answer);
      else reject(new Error(`no answer, only: ${received.toString('latin1')}`));
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      const expected = Number(answer?.headers['content-length'] ?? Number.NaN);
      if (answer && Buffer.byteLength(answer.body) >= expected) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
    socket.write(bytes);
  });

const parseAnswer = (received: Buffer): RawAnswer | undefined => {
  const raw = received.toString('utf8');
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = raw.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: raw.slice(end + 4), raw };
};
