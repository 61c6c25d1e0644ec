import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { holdFonts } from '../../components/catalogue/layers/fonts.ts';
import { renderText } from '../../components/catalogue/layers/render-text.ts';
import { inspectImage } from '../../components/files/inspect-image.ts';
import { sharp } from '../../components/files/sharp-setup.ts';
import { applySteps, type StepsResult } from '../../components/steps/apply-steps.ts';
import { previewSteps } from '../../components/steps/preview-steps.ts';
import { replaySteps } from '../../components/steps/replay-steps.ts';
import { StepsFailure } from '../../components/steps/steps-failure.ts';
import { openTraceRecorder, type TraceRecorder } from '../../components/steps/trace-recorder.ts';
import { isDiskFull } from '../../domain/disk-full.ts';
import { Refusal } from '../../domain/errors.ts';
import type { StepsTrace } from '../../domain/executions/trace.ts';
import type { LaneJob } from '../../ports/lanes.ts';
import { dropRights, type RunAs } from '../../processes/drop-rights.ts';
import type { FromLane, LaneFailureText, ToLane } from './lane-messages.ts';
import { type ModelSizes, openLaneModels } from './lane-models.ts';

/** The main file of a lane process. It works on one job after another and may be killed at any moment. */

// Ignore stop signals: the parent gets them too, lets running jobs finish and then kills the lanes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// When the parent is gone, nobody needs the result, so end at once. Only SIGKILL ends libvips in
// the middle of its work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const answer = (message: FromLane) => process.send?.(message);

const given = JSON.parse(process.argv[2] ?? '') as { models: ModelSizes; runAs?: RunAs };
const { models, hear: hearModel } = openLaneModels(given.models, answer);

const waiting: { id: number; job: LaneJob }[] = [];
let working = false;

const workOnWaiting = async (): Promise<void> => {
  if (working) return;
  working = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await workOn(next.id, next.job);
  }
  working = false;
};

/** The lane reports progress of a job only after this time, so that short jobs cost no message. */
const REPORT_PROGRESS_AFTER_MS = 150;

const workOn = async (id: number, job: LaneJob): Promise<void> => {
  const began = performance.now();
  const reportProgress = () => answer({ say: 'progress', id, trace: recorder.readFailed() });
  const recorder = openTraceRecorder(() => {
    if (job.show || performance.now() - began > REPORT_PROGRESS_AFTER_MS) reportProgress();
  });
  const timer = setTimeout(reportProgress, REPORT_PROGRESS_AFTER_MS);
  answer({ say: 'begun', id });
  try {
    const result = await carryOut(job, recorder);
    answer({ say: 'done', id, result: { ...result, trace: recorder.read() } });
  } catch (error) {
    answer({ say: 'failed', id, failure: failureText(error, recorder.readFailed()) });
  } finally {
    clearTimeout(timer);
  }
};

const carryOut = (job: LaneJob, recorder: TraceRecorder): Promise<StepsResult> => {
  switch (job.show?.kind) {
    case 'replay':
      return replaySteps(job, job.show.longestSide, models, recorder);
    case 'preview':
      return previewSteps(job, job.show, models, recorder);
    case undefined:
      return applySteps(job, models, recorder);
  }
};

const failureText = (error: unknown, trace: StepsTrace): LaneFailureText => {
  if (error instanceof StepsFailure)
    return { kind: 'final', code: error.code, message: error.message, component: error.component, trace };
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: isDiskFull(error) ? 'no_room' : 'crash',
    code: 'system_error',
    message: `The image could not be processed because of a problem in the service (${reason}). Retry later.`,
    component: null,
    trace,
  };
};

const drop = (id: number): void => {
  const index = waiting.findIndex((job) => job.id === id);
  if (index === -1) return;
  waiting.splice(index, 1);
  answer({ say: 'dropped', id });
};

const inspect = async ({ id, path, limits }: Extract<ToLane, { say: 'inspect' }>): Promise<void> => {
  try {
    answer({ say: 'inspected', id, facts: await inspectImage(path, limits) });
  } catch (error) {
    const message =
      error instanceof Refusal
        ? error.message
        : 'The image could not be read. Check the file and send it again.';
    answer({ say: 'refused', id, message });
  }
};

process.on('message', (message: ToLane) => {
  switch (message.say) {
    case 'apply':
      waiting.push(message);
      void workOnWaiting();
      break;
    case 'drop':
      drop(message.id);
      break;
    case 'found':
    case 'enlarged':
    case 'unanswered':
      hearModel(message);
      break;
    case 'inspect':
      void inspect(message);
      break;
  }
});

/**
 * Processes a tiny image before the first job, because the first image of a process takes 20 ms longer than later ones.
 */
const warmUp = async (): Promise<void> => {
  const create = { width: 16, height: 16, channels: 3, background: '#808080' } as const;
  const image = await sharp({ create }).jpeg().toBuffer();
  await sharp(image, { autoOrient: true }).resize(8, 8).sharpen().jpeg().toBuffer();
};

/**
 * Raises the OOM score of the lane: when memory runs out, the kernel then kills a lane, not the
 * service or its database.
 */
const volunteerForTheOomKiller = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // The system is not Linux, or does not permit it. The lane's memory limit still applies.
  }
};

volunteerForTheOomKiller();
await warmUp();
process.title = 'darkroom lane';
// Node writes the compile cache at exit, but a lane never exits: it is killed. Write it now, because after dropRights
// the lane may not write to that folder.
flushCompileCache();
if (given.runAs) {
  holdFonts(given.runAs);
  // The text renderer reads its settings only once, with the first text. So render one before the rights are dropped.
  await renderText({ text: 'a', weight: 'regular', colour: '#000000', size: 10 });
  dropRights(given.runAs);
}
answer({ say: 'ready' });
