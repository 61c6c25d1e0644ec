import { Refusal, unavailable } from '../../domain/errors.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openSupervisor } from '../../processes/supervisor.ts';
import type { ProcessEnd } from '../../processes/watched-process.ts';
import type { JobLimits } from './lane-limits.ts';
import type { FromLane, ToLane } from './lane-messages.ts';
import { startPixelProcess } from './pixel-process.ts';

type HeaderReaderOptions = JobLimits & {
  limits: ImageLimits;
  runAs?: RunAs | undefined;
  /** Starts the process with the first file and not at once. */
  onDemand?: boolean;
};

/** Reads image headers in a process of its own, one file at a time: a crash can only be caused by that file. */
type HeaderReader = {
  /** Rejects with a Refusal. Call it again only after the previous call has settled. */
  read(path: string): Promise<ImageFacts>;
  close(): Promise<void>;
};

type Question = PromiseWithResolvers<ImageFacts> & {
  id: number;
  path: string;
  /** False while no process is ready. */
  sent: boolean;
  deaths: number;
};

/**
 * The kernel may kill the process because of other processes' memory, so one death does not prove that the file is bad;
 * a second death does.
 */
const MOST_DEATHS = 2;
const FILES_BEFORE_RECYCLE = 10_000;

export const openHeaderReader = ({
  limits,
  runAs,
  deadlineMs,
  memoryBytes,
  onDemand = false,
}: HeaderReaderOptions): HeaderReader => {
  let question: Question | undefined;
  let lastId = 0;
  let closing = false;

  const ask = (): void => {
    if (!question || question.sent || !supervisor.takesJob(true)) return;
    question.sent = true;
    supervisor.begin(deadlineMs);
    supervisor.send({ say: 'inspect', id: question.id, path: question.path, limits });
  };

  const settle = (outcome: ImageFacts | Refusal): void => {
    const settled = question;
    question = undefined;
    if (outcome instanceof Refusal) settled?.reject(outcome);
    else settled?.resolve(outcome);
  };

  const hear = (message: FromLane): void => {
    if (!('id' in message) || message.id !== question?.id) return;
    supervisor.finish();
    if (message.say === 'inspected') settle(message.facts);
    if (message.say === 'refused') settle(new Refusal('unprocessable_image', message.message));
  };

  const askAgain = ({ exceeded }: ProcessEnd): void => {
    if (!question) return;
    if (question.sent) question.deaths += 1;
    if ((question.sent && exceeded) || question.deaths >= MOST_DEATHS) settle(hostile());
    else {
      question.sent = false;
      ask();
    }
  };

  const supervisor = openSupervisor<ToLane, FromLane>(
    (onMessage, onEnd) => startPixelProcess(onMessage, onEnd, { runAs }),
    { memoryBytes, memoryOf: 'job', jobsBeforeRecycle: FILES_BEFORE_RECYCLE, onDemand },
    { onMessage: hear, onReady: ask, onEnd: askAgain },
  );

  return {
    read: (path) => {
      const asked = Promise.withResolvers<ImageFacts>();
      if (closing) asked.reject(stopping());
      else {
        question = { ...asked, id: ++lastId, path, sent: false, deaths: 0 };
        supervisor.wake();
        ask();
      }
      return asked.promise;
    },
    close: async () => {
      closing = true;
      await supervisor.close();
      settle(stopping());
    },
  };
};

const hostile = () =>
  new Refusal(
    'unprocessable_image',
    'The header of the image cannot be read. Save it again with an image editor and send the new file.',
  );
export const stopping = () => unavailable('The service is stopping.');
