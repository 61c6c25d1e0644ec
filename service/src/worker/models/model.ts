import { fileURLToPath } from 'node:url';
import type { RunAs } from '../../processes/drop-rights.ts';
import { type KillableProcess, startProcess } from '../../processes/killable-process.ts';
import { residentBytes } from '../../processes/resident-bytes.ts';
import type { AnswerOf, AnyDeclaration, FromModel, ToModel } from './model-messages.ts';

export type ModelOptions<Declaration extends AnyDeclaration> = {
  declaration: Declaration;
  threads: number;
  /** The time limit for loading the model, and for each image. */
  deadlineMs: number;
  memoryBytes: number;
  runAs?: RunAs | undefined;
  /** The pause after repeated failed starts before the next one. */
  restMs?: number;
};

export type Model<Answer> = {
  /** Width and height of the square that `find` takes. */
  size: number;
  /** Rejects with a ModelFailure and nothing else. Aborting removes the request from the queue. */
  find(square: Uint8Array, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
};

/**
 * `unusable`: the model file is not the declared one, or its process could not be started; an immediate retry fails
 * too.
 */
export class ModelFailure extends Error {
  readonly kind: 'unusable' | 'crash' | 'deadline' | 'memory' | 'canceled' | 'closed';

  constructor(kind: ModelFailure['kind'], message: string) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}

type Wish<Answer> = { square: Uint8Array; settle(outcome: Answer | ModelFailure): void };

const MAIN = fileURLToPath(new URL('./model-process.ts', import.meta.url));
const LOOK_EVERY_MS = 50;
const RESTARTS_IN_A_ROW = 5;
const FIRST_BACKOFF_MS = 100;
const REST_MS = 60_000;

/**
 * Keeps a model loaded in a child process and sends it one image at a time. The process is killed when it exceeds its
 * time or memory limit, and started again.
 */
export const openModel = <Declaration extends AnyDeclaration>({
  declaration,
  threads,
  deadlineMs,
  memoryBytes,
  runAs,
  restMs = REST_MS,
}: ModelOptions<Declaration>): Model<AnswerOf<Declaration>> => {
  type Answer = AnswerOf<Declaration>;
  const line: Wish<Answer>[] = [];
  let child: KillableProcess<ToModel> | undefined;
  let ready = false;
  let current: Wish<Answer> | undefined;
  let lastId = 0;
  let since = 0;
  let fate: ModelFailure | undefined;
  let unusable: ModelFailure | undefined;
  let failedStarts = 0;
  let watch: NodeJS.Timeout | undefined;
  let restart: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const start = (): void => {
    ready = false;
    fate = undefined;
    child = startProcess<ToModel, FromModel>(
      {
        main: MAIN,
        args: [JSON.stringify({ declaration, threads, runAs })],
        env: {},
        execArgv: [],
        serialization: 'advanced',
        stderr: 'ignore',
        runAs,
      },
      hear,
      onEnd,
    );
    beginWatch();
  };

  const beginWatch = (): void => {
    since = performance.now();
    watch ??= setInterval(look, LOOK_EVERY_MS);
  };

  const look = async (): Promise<void> => {
    const pid = child?.pid;
    if (pid === undefined || (ready && !current)) {
      clearInterval(watch);
      watch = undefined;
      return;
    }
    if (performance.now() - since > deadlineMs)
      return end(new ModelFailure('deadline', `The model took longer than ${deadlineMs / 1000} s.`));
    const bytes = await residentBytes(pid);
    if (bytes !== undefined && bytes > memoryBytes && child?.pid === pid)
      end(
        new ModelFailure('memory', `The model needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB.`),
      );
  };

  const end = (why: ModelFailure): void => {
    fate ??= why;
    child?.kill();
  };

  const hear = (message: FromModel): void => {
    switch (message.say) {
      case 'ready':
        ready = true;
        failedStarts = 0;
        pump();
        break;
      case 'unusable':
        giveUp(new ModelFailure('unusable', `The model cannot be used (${message.message}).`));
        child?.kill();
        break;
      case 'found':
        if (message.id === lastId) finish(message.answer as Answer);
        break;
      case 'failed':
        if (message.id === lastId)
          finish(new ModelFailure('crash', `The model failed (${message.message}).`));
        break;
    }
  };

  const finish = (outcome: Answer | ModelFailure): void => {
    const done = current;
    current = undefined;
    done?.settle(outcome);
    pump();
  };

  const pump = (): void => {
    if (!child || !ready || current || fate) return;
    current = line.shift();
    if (!current) return;
    lastId += 1;
    beginWatch();
    child.send({ id: lastId, square: current.square });
  };

  const onEnd = (how: string): void => {
    const why = fate ?? new ModelFailure('crash', `The process of the model ended (${how}).`);
    child = undefined;
    if (!ready) failedStarts += 1;
    ready = false;
    const lost = current;
    current = undefined;
    if (closing) {
      closing.resolve();
      return;
    }
    lost?.settle(why);
    if (unusable) return;
    if (failedStarts < RESTARTS_IN_A_ROW) {
      if (failedStarts === 0) start();
      else restart = setTimeout(start, FIRST_BACKOFF_MS * 2 ** (failedStarts - 1));
      return;
    }
    giveUp(new ModelFailure('unusable', `The model did not start ${failedStarts} times (${why.message})`));
    restart = setTimeout(tryAgain, restMs).unref();
  };

  const tryAgain = (): void => {
    failedStarts = 0;
    unusable = undefined;
    start();
  };

  const giveUp = (why: ModelFailure): void => {
    unusable = why;
    for (const wish of line.splice(0)) wish.settle(why);
  };

  start();

  return {
    size: declaration.size,
    find: (square, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const refusal = closing ? closed() : signal?.aborted ? canceled() : unusable;
      if (refusal) {
        reject(refusal);
        return promise;
      }
      const onAbort = () => {
        const place = line.indexOf(wish);
        if (place >= 0) line.splice(place, 1);
        // A request in progress is not interrupted, because that takes less time than a new process: its answer is
        // ignored.
        wish.settle(canceled());
      };
      const wish: Wish<Answer> = {
        square,
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          if (outcome instanceof ModelFailure) reject(outcome);
          else resolve(outcome);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      line.push(wish);
      pump();
      return promise;
    },
    close: () => {
      if (closing) return closing.promise;
      closing = Promise.withResolvers<void>();
      clearInterval(watch);
      clearTimeout(restart);
      for (const wish of [...(current ? [current] : []), ...line.splice(0)]) wish.settle(closed());
      if (child) child.kill();
      else closing.resolve();
      return closing.promise;
    },
  };
};

const canceled = () => new ModelFailure('canceled', 'The request was canceled.');
const closed = () => new ModelFailure('closed', 'The service is stopping.');
