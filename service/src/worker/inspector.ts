import { Refusal, unavailable } from '../domain/errors.ts';
import type { ImageFacts, ImageLimits } from '../domain/image-formats.ts';
import type { Inspector } from '../ports/lanes.ts';
import type { RunAs } from './drop-rights.ts';
import type { FromLane } from './lane-messages.ts';
import { type PixelProcess, startPixelProcess } from './pixel-process.ts';

export type InspectorOptions = { limits: ImageLimits; deadlineMs?: number; runAs?: RunAs | undefined };

type Question = {
  id: number;
  path: string;
  timer: NodeJS.Timeout | undefined;
  expired: boolean;
  /** It was being read when the process died: it may be the cause, and is read alone next time. */
  suspect: boolean;
  settle(outcome: ImageFacts | Refusal): void;
};

/** As many as the process has threads, so that every question sent is being read. */
const AT_ONCE = 4;
const RESTART_MS = 200;

/** Reads headers in a process of its own, which may hang or die without harm to others. */
export const openInspector = ({ limits, deadlineMs = 5_000, runAs }: InspectorOptions): Inspector => {
  const waiting: Question[] = [];
  const asked = new Map<number, Question>();
  let lastId = 0;
  let child: { process: PixelProcess; ready: boolean } | undefined;
  let restart: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const start = (): void => {
    const started = { process: startPixelProcess(hear, () => onEnd(started), { runAs }), ready: false };
    child = started;
  };

  const pump = (): void => {
    while (child?.ready && waiting[0] && mayAsk(waiting[0])) ask(waiting.shift()!, child.process);
  };

  const mayAsk = (next: Question): boolean =>
    asked.size === 0 ||
    (asked.size < AT_ONCE && !next.suspect && ![...asked.values()].some(({ suspect }) => suspect));

  const ask = (question: Question, process: PixelProcess): void => {
    asked.set(question.id, question);
    question.timer = setTimeout(() => {
      question.expired = true;
      process.kill();
    }, deadlineMs);
    process.send({ say: 'inspect', id: question.id, path: question.path, limits });
  };

  const hear = (message: FromLane): void => {
    if (message.say === 'ready' && child) child.ready = true;
    const question = 'id' in message ? asked.get(message.id) : undefined;
    if (question) {
      takeBack(question);
      if (message.say === 'inspected') question.settle(message.facts);
      if (message.say === 'refused') question.settle(new Refusal('unprocessable_image', message.message));
    }
    pump();
  };

  const takeBack = (question: Question): void => {
    clearTimeout(question.timer);
    asked.delete(question.id);
  };

  const onEnd = (gone: { ready: boolean }): void => {
    child = undefined;
    const cut = [...asked.values()];
    const hung = cut.some(({ expired }) => expired);
    for (const question of cut) {
      takeBack(question);
      if (closing) question.settle(stopping());
      else if (hung ? question.expired : question.suspect) question.settle(hostile());
      else waiting.unshift({ ...question, suspect: question.suspect || !hung });
    }
    if (closing) closing.resolve();
    else if (gone.ready) start();
    else restart = setTimeout(start, RESTART_MS);
  };

  start();

  return {
    inspect: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<ImageFacts>();
      const settle = (outcome: ImageFacts | Refusal) =>
        outcome instanceof Refusal ? reject(outcome) : resolve(outcome);
      lastId += 1;
      if (closing) settle(stopping());
      else waiting.push({ id: lastId, path, timer: undefined, expired: false, suspect: false, settle });
      pump();
      return promise;
    },
    close: () => {
      if (closing) return closing.promise;
      closing = Promise.withResolvers<void>();
      clearTimeout(restart);
      for (const question of waiting.splice(0)) question.settle(stopping());
      if (child) child.process.kill();
      else closing.resolve();
      return closing.promise;
    },
  };
};

const hostile = () =>
  new Refusal(
    'unprocessable_image',
    'The header of the picture cannot be read. Save it anew and send it again.',
  );
const stopping = () => unavailable('The service is stopping.');
