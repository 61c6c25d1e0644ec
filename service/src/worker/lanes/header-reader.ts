import { Refusal, unavailable } from '../../domain/errors.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import type { FromLane } from './lane-messages.ts';
import { openLaneSupervisor } from './lane-supervisor.ts';
import { openWatch, type WatchLimits } from './lane-watch.ts';

export type HeaderReaderOptions = WatchLimits & { limits: ImageLimits; runAs?: RunAs | undefined };

/** A process that reads the header of one file at a time, so that its death blames nobody else's file. */
export type HeaderReader = {
  /** Rejects with a refusal. To be called again only after the answer. */
  read(path: string): Promise<ImageFacts>;
  close(): Promise<void>;
};

type Question = PromiseWithResolvers<ImageFacts> & {
  id: number;
  path: string;
  /** When the process got it; undefined while none is ready. */
  since: number | undefined;
  deaths: number;
  exceeded: boolean;
};

/** The kernel may end the process because of others: one death can be bad luck, the second is the file's doing. */
const MOST_DEATHS = 2;
const FILES_BEFORE_RECYCLE = 10_000;

export const openHeaderReader = ({ limits, runAs, ...watchLimits }: HeaderReaderOptions): HeaderReader => {
  let question: Question | undefined;
  let lastId = 0;
  let closing = false;

  const ask = (): void => {
    if (!question || question.since !== undefined) return;
    const process = supervisor.forNext(true);
    if (!process) return;
    question.since = performance.now();
    watch.wake();
    process.send({ say: 'inspect', id: question.id, path: question.path, limits });
  };

  const settle = (outcome: ImageFacts | Refusal): void => {
    const settled = question;
    question = undefined;
    if (outcome instanceof Refusal) settled?.reject(outcome);
    else settled?.resolve(outcome);
  };

  const hear = (message: FromLane): void => {
    if (!('id' in message) || message.id !== question?.id) return;
    supervisor.countJob();
    if (message.say === 'inspected') settle(message.facts);
    if (message.say === 'refused') settle(new Refusal('unprocessable_image', message.message));
  };

  const onLoss = (): void => {
    if (!question) return;
    if (question.since !== undefined) question.deaths += 1;
    if (closing) settle(stopping());
    else if (question.exceeded || question.deaths >= MOST_DEATHS) settle(hostile());
    // Under a new number: the answer of the old process may have come too late.
    else question = { ...question, id: ++lastId, since: undefined };
  };

  const supervisor = openLaneSupervisor(
    { models: {}, jobsBeforeRecycle: FILES_BEFORE_RECYCLE, runAs },
    { onMessage: hear, onReady: ask, onLoss },
  );

  const watch = openWatch(
    watchLimits,
    () => {
      const { process, idleBytes } = supervisor.current() ?? {};
      if (question?.since === undefined || process?.pid === undefined) return undefined;
      return { since: question.since, deadlineMs: watchLimits.deadlineMs, pid: process.pid, idleBytes };
    },
    () => {
      if (question) question.exceeded = true;
      supervisor.current()?.process.kill();
    },
  );

  return {
    read: (path) => {
      const asked = Promise.withResolvers<ImageFacts>();
      if (closing) asked.reject(stopping());
      else {
        question = { ...asked, id: ++lastId, path, since: undefined, deaths: 0, exceeded: false };
        ask();
      }
      return asked.promise;
    },
    close: async () => {
      closing = true;
      watch.stop();
      await supervisor.close();
      if (question) settle(stopping());
    },
  };
};

const hostile = () =>
  new Refusal(
    'unprocessable_image',
    'The header of the image cannot be read. Save it anew and send it again.',
  );
export const stopping = () => unavailable('The service is stopping.');
