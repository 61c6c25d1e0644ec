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
  /** Starts the process when the first file arrives, instead of at once. */
  onDemand?: boolean;
};

/**
 * Reads image headers in a process of its own, one file at a time: when the process crashes, that file is the cause.
 */
type HeaderReader = {
  /** Rejects with a Refusal. Call it again only after the previous call has settled. */
  read(path: string): Promise<ImageFacts>;
  close(): Promise<void>;
};

type PendingRead = PromiseWithResolvers<ImageFacts> & {
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
const MAX_DEATHS = 2;
const FILES_BEFORE_RECYCLE = 10_000;

export const openHeaderReader = ({
  limits,
  runAs,
  deadlineMs,
  memoryBytes,
  onDemand = false,
}: HeaderReaderOptions): HeaderReader => {
  let pending: PendingRead | undefined;
  let lastId = 0;
  let closing = false;

  const send = (): void => {
    if (!pending || pending.sent || !supervisor.takesJob(true)) return;
    pending.sent = true;
    supervisor.begin(deadlineMs);
    supervisor.send({ say: 'inspect', id: pending.id, path: pending.path, limits });
  };

  const settle = (outcome: ImageFacts | Refusal): void => {
    const settled = pending;
    pending = undefined;
    if (outcome instanceof Refusal) settled?.reject(outcome);
    else settled?.resolve(outcome);
  };

  const hear = (message: FromLane): void => {
    if (!('id' in message) || message.id !== pending?.id) return;
    supervisor.finish();
    if (message.say === 'inspected') settle(message.facts);
    if (message.say === 'refused') settle(new Refusal('unprocessable_image', message.message));
  };

  const retryOrRefuse = ({ exceeded }: ProcessEnd): void => {
    if (!pending) return;
    if (pending.sent) pending.deaths += 1;
    if ((pending.sent && exceeded) || pending.deaths >= MAX_DEATHS) settle(unreadableHeader());
    else {
      pending.sent = false;
      send();
    }
  };

  const supervisor = openSupervisor<ToLane, FromLane>(
    (onMessage, onEnd) => startPixelProcess(onMessage, onEnd, { runAs }),
    { memoryBytes, memoryOf: 'job', jobsBeforeRecycle: FILES_BEFORE_RECYCLE, onDemand },
    { onMessage: hear, onReady: send, onEnd: retryOrRefuse },
  );

  return {
    read: (path) => {
      const read = Promise.withResolvers<ImageFacts>();
      if (closing) read.reject(stopping());
      else {
        pending = { ...read, id: ++lastId, path, sent: false, deaths: 0 };
        supervisor.wake();
        send();
      }
      return read.promise;
    },
    close: async () => {
      closing = true;
      await supervisor.close();
      settle(stopping());
    },
  };
};

const unreadableHeader = () =>
  new Refusal(
    'unprocessable_image',
    'The header of the image cannot be read. Save it again with an image editor and send the new file.',
  );
export const stopping = () => unavailable('The service is stopping. Send the request again in a moment.');
