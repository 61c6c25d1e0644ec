import { rm } from 'node:fs/promises';
import { checkSettings } from '../components/steps/check-steps.ts';
import { costOf } from '../components/steps/cost-of.ts';
import type { Config } from '../config.ts';
import type { OrganizationId } from '../domain/ids.ts';
import type { ImageLimits, ResultFormat } from '../domain/image-formats.ts';
import { SURE_FROM } from '../domain/trace.ts';
import { missingInput, type Step, stepsWithSettings } from '../domain/workflow.ts';
import { costedInput } from '../operations/costed-input.ts';
import type { Lane, LaneResult } from '../ports/lanes.ts';
import { openInspector } from '../worker/inspector.ts';
import { imageLimits, openLanes } from './open-lanes.ts';
import { openProgress } from './progress.ts';
import { openResults } from './results-on-disk.ts';
import {
  picturesIn,
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
      `The workflow needs input ${missing.name}${missing.about} Give it by --input ${missing.name}=FILE.`,
    );
  const files = await picturesIn(given.files);
  if (files.length === 0) throw new RunError('There is no picture to work on.');
  const results = await openResults(given.output, files, Object.values(given.inputs));

  const limits = imageLimits(config);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const expected = await expectations(files, steps, limits);
  const { lanes, close } = openLanes(config, Math.min(config.lanes, files.length));
  const totalMs = [...expected.values()].reduce((sum, ms) => sum + ms, 0);
  process.stderr.write(`${describeCount(files.length)}: about ${describeTime(totalMs / lanes.length)}\n`);
  const progress = openProgress(files.length, process.stderr);
  const waiting = files.values();

  const make = async (lane: Lane, file: string, draft: string): Promise<void> => {
    const began = performance.now();
    const inputs = { ...given.inputs, default: file };
    const expectedMs = expected.get(file);
    const job = { steps, inputs, output: draft, limits, ...(expectedMs && { expectedMs }) };
    const result = await lane.apply(job, stop.signal);
    const path = await results.keep(draft, file, result.format as ResultFormat);
    progress.done(
      file,
      `${path}, ${result.width} x ${result.height}`,
      result.bytes,
      performance.now() - began,
      notesOn(result, steps),
    );
  };
  const work = async (lane: Lane, index: number): Promise<void> => {
    const draft = results.draft(index);
    for (const file of waiting) {
      if (stop.signal.aborted) break;
      await make(lane, file, draft).catch((error: Error) => progress.failed(file, error.message));
    }
    await rm(draft, { force: true });
  };
  await Promise.all(lanes.map(work));
  await close();
  return progress.end() ? 0 : 1;
};

/** What nobody would see in a folder of results. */
const notesOn = ({ trace, confidence }: LaneResult, steps: readonly Step[]): string[] => [
  ...(trace.input.warnings ?? []),
  ...trace.steps.flatMap(({ warnings = [] }, position) =>
    warnings.map((warning) => `step ${steps[position]?.id}: ${warning}`),
  ),
  ...(confidence !== undefined && confidence < SURE_FROM
    ? [`look at this one; the engine is only ${Math.round(confidence * 100)} percent sure of it.`]
    : []),
];

/** All files belong to whoever called the command: there is nobody to take turns with. */
const CALLER = 'caller' as OrganizationId;

/** What each picture should take, by its header. Those that cannot be read have nothing to expect. */
const expectations = async (
  files: string[],
  steps: Step[],
  limits: ImageLimits,
): Promise<Map<string, number>> => {
  const inspector = openInspector({ limits, mostPerOrganization: Number.POSITIVE_INFINITY });
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

const describeCount = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`);
const describeTime = (ms: number): string => {
  if (ms < 90_000) return `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
  return `${Math.round(ms / 60_000)} min`;
};

/** The exit code: 0 when all were made, 1 when some were not, 2 when nothing could be begun. */
export const runFilesRole = async (args: string[], config: Config): Promise<number> => {
  try {
    const given = readRunArguments(args);
    if (given) return await runFiles(given, config);
    console.log(USAGE);
    return 0;
  } catch (error) {
    // What can be mended with other arguments is one sentence.
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
};
