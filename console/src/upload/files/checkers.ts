import type { Sniffed } from './sniff.ts';

/** The result of reading a file once: refused with a reason, or its format, pixels and SHA-256. */
export type Checked = Extract<Sniffed, { ok: false }> | (Extract<Sniffed, { ok: true }> & { hash: string });

export type Task = { kind: 'check' | 'thumbnail'; file: File };
export type Reply = { kind: 'check'; checked: Checked } | { kind: 'thumbnail'; bitmap: ImageBitmap | null };

type Job = { task: Task; done: (reply: Reply) => void; isGone: () => boolean };

/** Two workers read at once: one waits for the disk while the other computes. */
const WORKERS = 2;

const REMOVED: Checked = { ok: false, reason: 'The file was removed.' };

const checks: Job[] = [];
const thumbnails: Job[] = [];
const idle: Worker[] = [];
let started = 0;

const workerForJob = (): Worker | undefined => {
  const waiting = idle.pop();
  if (waiting || started === WORKERS) return waiting;
  started += 1;
  return new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
};

/** Takes thumbnails before checks, and the newest request for a thumbnail first, because its row is in view. */
const nextJob = (): Job | undefined => {
  for (let job = thumbnails.pop(); job; job = thumbnails.pop()) {
    if (!job.isGone()) return job;
    job.done({ kind: 'thumbnail', bitmap: null });
  }
  for (let job = checks.shift(); job; job = checks.shift()) {
    if (!job.isGone()) return job;
    job.done({ kind: 'check', checked: REMOVED });
  }
};

const work = (): void => {
  while (checks.length + thumbnails.length > 0) {
    const worker = workerForJob();
    if (!worker) return;
    const job = nextJob();
    if (!job) {
      idle.push(worker);
      return;
    }
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      idle.push(worker);
      job.done(data);
      work();
    };
    worker.postMessage(job.task);
  }
};

/**
 * Reads a file in a worker, or skips it if `isGone` is true when a worker gets to it. Files are checked in the order
 * of the calls.
 */
export const checkFile = (file: File, isGone: () => boolean): Promise<Checked> =>
  new Promise((resolve) => {
    checks.push({
      task: { kind: 'check', file },
      done: (reply) => reply.kind === 'check' && resolve(reply.checked),
      isGone,
    });
    work();
  });

/** Decodes a small image of a file in a worker; null for a format that the browser cannot show, or after an abort. */
export const thumbnailOf = (file: File, signal: AbortSignal): Promise<ImageBitmap | null> =>
  new Promise((resolve) => {
    thumbnails.push({
      task: { kind: 'thumbnail', file },
      done: (reply) => reply.kind === 'thumbnail' && resolve(reply.bitmap),
      isGone: () => signal.aborted,
    });
    work();
  });
