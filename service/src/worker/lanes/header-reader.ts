import { Refusal, unavailable } from '../../domain/errors.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import type { FromLane } from './lane-messages.ts';
import { openLaneSupervisor } from './lane-supervisor.ts';
import { openWatch, type WatchLimits } from './lane-watch.ts';

export type HeaderReaderOptions = WatchLimits & { limits: ImageLimits; runAs?: RunAs | undefined };

/** Reads image headers in a process of its own, one file at a time: a crash can only be caused by that file. */
export type HeaderReader = {
  /** Rejects with a Refusal. Call it again only after the previous call has settled. */
  read(path: string): Promise<ImageFacts>;
  close(): Promise<void>;
};

type Question = PromiseWithResolvers<ImageFacts> & {
  id: number;
  path: string;
  /** When the file was sent to the process; undefined while no process is ready. */
  since: number | undefined;
  deaths: number;
  exceeded: boolean;
};

/**
 * The kernel may kill the process because of other processes' memory, so one death does not prove that the file is bad;
 * a second death does.
 */
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
    // Ask again under a new id, so that a late answer of the old process is ignored.
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
    'The header of the image cannot be read. Save it again with an image editor and send the new file.',
  );
export const stopping = () => unavailable('The service is stopping.');
