import { join } from 'node:path';
import type { RunAs } from '../../processes/drop-rights.ts';
import { startKillableProcess } from '../../processes/killable-process.ts';
import { backoffMs, openSupervisor } from '../../processes/supervisor.ts';
import type { ProcessEnd } from '../../processes/watched-process.ts';
import type { AnswerOf, AnyDeclaration, FromModel, ToModel } from './model-messages.ts';

type ModelOptions<Declaration extends AnyDeclaration> = {
  declaration: Declaration;
  threads: number;
  /** The time limit for loading the model, and for each image. */
  deadlineMs: number;
  memoryBytes: number;
  runAs?: RunAs | undefined;
  /** The process ends after this time without a request. When absent, it never ends by itself. */
  idleMs?: number | undefined;
  /** The pause before the next start when several starts in a row have failed. */
  longPauseMs?: number;
};

export type Model<Answer> = {
  /** Width and height of the square that `find` takes. */
  size: number;
  /** Rejects with a ModelFailure and nothing else. Aborting removes the request from the queue. */
  find(square: Uint8Array, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
};

/**
 * `unusable`: the model file is not the declared one, or its process could not be started, so an
 * immediate retry would fail too.
 */
export class ModelFailure extends Error {
  readonly kind: 'unusable' | 'crash' | 'deadline' | 'memory' | 'canceled' | 'closed';

  constructor(kind: ModelFailure['kind'], message: string) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}

type Request<Answer> = { square: Uint8Array; settle(outcome: Answer | ModelFailure): void };

const MAIN = join(import.meta.dirname, 'model-process.ts');
const MAX_FAILED_STARTS = 5;
const LONG_PAUSE_MS = 60_000;

/**
 * Keeps a model loaded in a child process and sends it one image at a time. The process starts with the first request,
 * so that an unused model costs no memory. It is killed when it exceeds its time or memory limit, and started again.
 */
export const openModelOnDemand = <Declaration extends AnyDeclaration>({
  declaration,
  threads,
  deadlineMs,
  memoryBytes,
  runAs,
  idleMs,
  longPauseMs = LONG_PAUSE_MS,
}: ModelOptions<Declaration>): Model<AnswerOf<Declaration>> => {
  type Answer = AnswerOf<Declaration>;
  const queue: Request<Answer>[] = [];
  let current: { id: number; request: Request<Answer> } | undefined;
  let lastId = 0;
  /** The error for new requests while the supervisor pauses or is closed. */
  let refusal: ModelFailure | undefined;

  const pump = (): void => {
    if (current || queue.length === 0 || !supervisor.takesJob(true)) return;
    const request = queue.shift()!;
    lastId += 1;
    current = { id: lastId, request };
    supervisor.begin(deadlineMs);
    supervisor.send({ id: lastId, square: request.square });
  };

  const hear = (message: FromModel): void => {
    if (message.say === 'unusable') {
      refuse(new ModelFailure('unusable', `The model cannot be used (${message.message}).`));
      void supervisor.close();
    } else if ('id' in message && message.id === current?.id) {
      supervisor.finish();
      settleCurrent(
        message.say === 'found'
          ? (message.answer as Answer)
          : new ModelFailure('crash', `The model failed (${message.message}).`),
      );
      pump();
    }
  };

  const settleCurrent = (outcome: Answer | ModelFailure): void => {
    current?.request.settle(outcome);
    current = undefined;
  };

  const refuse = (why: ModelFailure): void => {
    refusal = why;
    settleCurrent(why);
    for (const request of queue.splice(0)) request.settle(why);
  };

  const supervisor = openSupervisor<ToModel, FromModel>(
    (onMessage, onEnd) =>
      startKillableProcess(
        {
          main: MAIN,
          args: [JSON.stringify({ declaration, threads, runAs })],
          env: {},
          execArgv: [],
          serialization: 'advanced',
          stderr: 'ignore',
          runAs,
        },
        onMessage,
        onEnd,
      ),
    {
      startWithinMs: deadlineMs,
      memoryBytes,
      memoryOf: 'total',
      onDemand: true,
      idleMs,
      pauseMs: (failedStarts) => (failedStarts < MAX_FAILED_STARTS ? backoffMs(failedStarts) : longPauseMs),
    },
    {
      onMessage: hear,
      onReady: () => {
        refusal = undefined;
        pump();
      },
      onEnd: ({ failedStarts, ...end }) => {
        const why = failureOf(end);
        settleCurrent(why);
        if (failedStarts >= MAX_FAILED_STARTS)
          refuse(
            new ModelFailure('unusable', `The model failed to start ${failedStarts} times (${why.message})`),
          );
      },
    },
  );

  const failureOf = ({ how, exceeded }: ProcessEnd): ModelFailure => {
    switch (exceeded) {
      case 'time':
        return new ModelFailure('deadline', `The model took longer than ${deadlineMs / 1000} s.`);
      case 'memory':
        return new ModelFailure(
          'memory',
          `The model needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory.`,
        );
      case undefined:
        return new ModelFailure('crash', `The process of the model ended (${how}).`);
    }
  };

  return {
    size: declaration.size,
    find: (square, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const isDown = ['pausing', 'closed'].includes(supervisor.state());
      const refused = refusal && isDown ? refusal : signal?.aborted ? canceled() : undefined;
      if (refused) {
        reject(refused);
        return promise;
      }
      const onAbort = () => {
        const place = queue.indexOf(request);
        if (place >= 0) queue.splice(place, 1);
        // A request in progress is not interrupted, because finishing it takes less time than starting a new process.
        // Its answer is ignored.
        request.settle(canceled());
      };
      const request: Request<Answer> = {
        square,
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          if (outcome instanceof ModelFailure) reject(outcome);
          else resolve(outcome);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(request);
      supervisor.wake();
      pump();
      return promise;
    },
    close: () => {
      refuse(new ModelFailure('closed', 'The service is stopping. Retry in a moment.'));
      return supervisor.close();
    },
  };
};

const canceled = () => new ModelFailure('canceled', 'The request was canceled.');
