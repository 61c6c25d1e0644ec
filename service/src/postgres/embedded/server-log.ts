import { copyFile, open, stat, truncate } from 'node:fs/promises';

const MAX_BYTES = 8 * 1024 * 1024;

/** Limits the log to about twice MAX_BYTES. The server keeps the file open, so it is truncated, not moved. */
export const limitLogSize = async (path: string): Promise<void> => {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (size <= MAX_BYTES) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
};

/**
 * The last lines of the log after byte `from`, at most three, for the message about a server that did not start. If
 * some lines report errors, only those.
 */
export const lastLines = async (path: string, from: number): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - 4_096);
    const { buffer } = await file.read(Buffer.alloc(Math.max(0, size - start)), 0, null, start);
    const lines = buffer.toString('utf8').trim().split('\n');
    const complaints = lines.filter((line) => /FATAL|PANIC|error/.test(line));
    return (complaints.length > 0 ? complaints : lines).slice(-3).join(' / ');
  } finally {
    await file.close();
  }
};
