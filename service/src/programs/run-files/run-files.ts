import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkSettings } from '../../components/steps/check-steps.ts';
import { costOf } from '../../components/steps/cost-of.ts';
import type { Config } from '../../config.ts';
import { UNSURE_BELOW } from '../../domain/executions/trace.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { outputFileName } from '../../domain/images/file-names.ts';
import type { ImageLimits, ResultFormat } from '../../domain/images/image-formats.ts';
import { missingInput, outputsOf, type Step, stepsWithSettings } from '../../domain/workflows/workflow.ts';
import { costedInput } from '../../operations/executions/costed-input.ts';
import type { Lane, LaneResult } from '../../ports/lanes.ts';
import { openInspector } from '../../worker/lanes/inspector.ts';
import { imageLimits, openLanes } from '../serving/open-lanes.ts';
import { jsonReport, openProgress } from './progress.ts';
import { estimateRemainingTime } from './remaining-time.ts';
import { openResultsOnDisk } from './results-on-disk.ts';
import {
  imagesIn,
  type RunArguments,
  RunError,
  readRunArguments,
  readWorkflow,
  USAGE,
} from './run-arguments.ts';

/** Runs a workflow on files, with the lanes of the service and without its database. */
const runFiles = async (given: RunArguments, config: Config): Promise<number> => {
  const workflow = await readWorkflow(given.workflow);
  checkSettings(given.settings, workflow.steps, workflow.inputs);
  const steps = stepsWithSettings(workflow.steps, given.settings);
  const missing = missingInput(workflow.inputs, { default: given.files, ...given.inputs });
  if (missing)
    throw new RunError(
      `The workflow needs input ${missing.name}${missing.about} Add --input ${missing.name}=FILE.`,
    );
  const { files, skipped } = await imagesIn(given.files);
  if (files.length === 0)
    throw new RunError(
      `There is no image to work on${skipped[0] ? ` (${skipped[0].file}: ${skipped[0].reason})` : ''}. Name an image file, or a folder with images.`,
    );
  const results = await openResultsOnDisk(given.output, files, Object.values(given.inputs));

  const limits = imageLimits(config);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const expected = await expectedTimes(files, steps, limits);
  const { lanes, close } = openLanes(config, Math.min(given.concurrency ?? config.lanes, files.length));
  const estimate = estimateRemainingTime([...expected.values()], lanes.length);
  const plan = { files: files.length, concurrency: lanes.length, expectedMs: estimate.remainingMs(0) };
  const report = given.json ? jsonReport(process.stdout, plan) : openProgress(process.stderr, plan);
  for (const one of skipped) report.tell({ ...one, status: 'skipped' }, plan.expectedMs);

  const began = performance.now();
  const waiting = files.values();
  const outputs = outputsOf(steps);
  const makeResult = async (lane: Lane, file: string, draft: string) => {
    const start = performance.now();
    const inputs = { ...given.inputs, default: file };
    const expectedMs = expected.get(file);
    const drafts = Object.fromEntries(outputs.map((name) => [name, `${draft}-${name}`]));
    const laneJob = {
      ...{ steps, inputs, output: draft, limits },
      ...(outputs.length > 0 && { outputs: drafts }),
      ...(expectedMs && { expectedMs }),
    };
    const made = await lane.apply(laneJob, stop.signal);
    const result = await results.keep(draft, file, made.format as ResultFormat);
    for (const { output, format } of made.outputs ?? [])
      await rename(drafts[output]!, join(dirname(result), outputFileName(basename(result), output, format)));
    const { width, height, bytes } = made;
    const milliseconds = Math.round(performance.now() - start);
    const notes = notesOn(made, steps);
    return { file, status: 'made', result, width, height, bytes, milliseconds, notes } as const;
  };
  const workThrough = async (lane: Lane, index: number): Promise<void> => {
    const draft = results.draft(index);
    for (const file of waiting) {
      if (stop.signal.aborted) break;
      const failed = (error: Error) => ({ file, status: 'failed', reason: error.message }) as const;
      const outcome = await makeResult(lane, file, draft).catch(failed);
      estimate.finish(expected.get(file) ?? 0);
      report.tell(outcome, estimate.remainingMs(performance.now() - began));
    }
    for (const path of [draft, ...outputs.map((name) => `${draft}-${name}`)]) await rm(path, { force: true });
  };
  await Promise.all(lanes.map(workThrough));
  await close();
  const { made } = report.end(Math.round(performance.now() - began));
  return made === files.length ? 0 : 1;
};

/** Lists the warnings of a result, which a look at the output folder would not reveal. */
const notesOn = ({ trace, confidence }: LaneResult, steps: readonly Step[]): string[] => [
  ...(trace.input.warnings ?? []),
  ...trace.steps.flatMap(({ warnings = [] }, position) =>
    warnings.map((warning) => `step ${steps[position]?.id}: ${warning}`),
  ),
  ...(confidence !== undefined && confidence < UNSURE_BELOW
    ? [`check this result; its confidence is only ${Math.round(confidence * 100)} %.`]
    : []),
];

/** The inspector takes turns between organizations. All files of this command count as those of one organization. */
const CALLER = 'caller' as OrganizationId;

/** Estimates the time of each image from its header. Images that cannot be read are left out. */
const expectedTimes = async (
  files: string[],
  steps: Step[],
  limits: ImageLimits,
): Promise<Map<string, number>> => {
  const inspector = openInspector({ limits, maxPerOrganization: Number.POSITIVE_INFINITY });
  const expected = new Map<string, number>();
  const look = async (file: string) => {
    const facts = await inspector.inspect(file, CALLER).catch(() => undefined);
    if (facts) expected.set(file, costOf(steps, costedInput(facts)).ms);
  };
  try {
    await Promise.all(files.map(look));
  } finally {
    await inspector.close();
  }
  return expected;
};

/** Runs `darkroom-run`. Exit code 0: all results were made; 1: some were not; 2: the run could not start. */
export const runFilesProgram = async (args: string[], config: () => Config): Promise<number> => {
  try {
    const given = readRunArguments(args);
    if (given) return await runFiles(given, config());
    console.log(USAGE);
    return 0;
  } catch (error) {
    // Prints only the message: the user can fix these errors with other arguments.
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
};
