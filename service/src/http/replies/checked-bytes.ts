import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { imageBroken, type Refusal } from '../../domain/errors.ts';
import { METRICS } from '../../metrics/metrics.ts';
import type { BrokenObject } from '../../ports/retention.ts';

type Problem = BrokenObject['problem'];
type OnBroken = (problem: Problem) => void;

const unreadable = (problem: Problem, onBroken: OnBroken, cause?: unknown): Refusal => {
  onBroken(problem);
  METRICS.storeErrors.inc({ operation: 'read' });
  return imageBroken(cause);
};

const explained = (error: unknown, onBroken: OnBroken): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? unreadable('missing', onBroken, error) : error;

/**
 * Reads the bytes of an object to send. Refuses an object that is missing or has the wrong length, or whose
 * content does not match the SHA-256, if that is given. A stream is checked before its last part is sent. If
 * the check fails, a stream of one part sends nothing and a longer stream breaks off, so damaged bytes never
 * arrive completely.
 */
export const checkedBytes = (
  read: () => Buffer | Readable,
  bytes: number,
  onBroken: OnBroken,
  sha256?: string,
): Buffer | Readable => {
  let found: Buffer | Readable;
  try {
    found = read();
  } catch (error) {
    throw explained(error, onBroken);
  }
  if (!Buffer.isBuffer(found))
    return Readable.from(checkedParts(found, bytes, onBroken, sha256), { objectMode: false });
  if (found.length !== bytes || (sha256 && hash('sha256', found) !== sha256))
    throw unreadable('damaged', onBroken);
  return found;
};

async function* checkedParts(
  parts: Readable,
  bytes: number,
  onBroken: OnBroken,
  sha256: string | undefined,
): AsyncGenerator<Buffer> {
  const digest = sha256 ? createHash('sha256') : undefined;
  let left = bytes;
  let last: Buffer | undefined;
  try {
    for await (const part of parts as AsyncIterable<Buffer>) {
      if (last) yield last;
      last = part;
      left -= part.length;
      digest?.update(part);
    }
  } catch (error) {
    throw explained(error, onBroken);
  }
  if (left !== 0 || digest?.digest('hex') !== sha256) throw unreadable('damaged', onBroken);
  if (last) yield last;
}
