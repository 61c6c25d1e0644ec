import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { checkSettings } from '../components/check-steps.ts';
import { expectedMs } from '../components/cost-of.ts';
import type { Config } from '../config.ts';
import { resultFileName } from '../domain/file-names.ts';
import { IMAGE_FORMATS, type ImageLimits, type ResultFormat } from '../domain/image-formats.ts';
import { SURE_FROM } from '../domain/trace.ts';
import { type Step, stepsWithSettings } from '../domain/workflow.ts';
import { costedInput } from '../operations/costed-input.ts';
import { LaneFailure, type LaneResult } from '../ports/lanes.ts';
import { openInspector } from '../worker/inspector.ts';
import { moveInto } from './move-into.ts';
import { imageLimits, openLanes } from './open-lanes.ts';
import { openProgress } from './progress.ts';
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
  const missing = Object.entries(workflow.inputs).find(
    ([name, { required }]) => name !== 'default' && required && !given.inputs[name],
  );
  if (missing)
    throw new RunError(
      `The workflow needs input ${missing[0]} (${missing[1].description}): --input ${missing[0]}=FILE`,
    );
  const files = await picturesIn(given.files);
  if (files.length === 0) throw new RunError('There is no picture to work on.');
  const intoFolder = files.length > 1 || (await isFolder(given.output)) || extname(given.output) === '';
  await mkdir(intoFolder ? given.output : dirname(given.output), { recursive: true });

  const { lanes, close } = openLanes(config, Math.min(config.lanes, files.length));
  const limits = imageLimits(config);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const expected = await expectations(files, steps, limits);
  const totalMs = [...expected.values()].reduce((sum, ms) => sum + ms, 0);
  process.stderr.write(`${describeCount(files.length)}: about ${describeTime(totalMs / lanes.length)}\n`);
  const progress = openProgress(files.length, process.stderr);
  const waiting = files.values();
  const names = new Set<string>();

  /** A name of its own for each result, also when pictures of several folders are called the same. */
  const resultPath = (file: string, format: ResultFormat): string => {
    if (!intoFolder) return given.output;
    const wished = resultFileName(basename(file), format);
    const { length } = extname(wished);
    let name = wished;
    for (let copy = 2; names.has(name); copy += 1)
      name = `${wished.slice(0, -length)}-${copy}${wished.slice(-length)}`;
    names.add(name);
    return join(given.output, name);
  };

  await Promise.all(
    lanes.map(async (lane, index) => {
      const output = join(
        intoFolder ? given.output : dirname(given.output),
        `.darkroom-${process.pid}-${index}`,
      );
      for (const file of waiting) {
        const began = performance.now();
        try {
          const result = await lane.apply(
            {
              steps,
              inputs: { ...given.inputs, default: file },
              output,
              limits,
              ...(expected.has(file) && { expectedMs: expected.get(file)! }),
            },
            stop.signal,
          );
          const path = resultPath(file, result.format as ResultFormat);
          await moveInto(output, path);
          progress.done(
            file,
            `${path}, ${result.width} x ${result.height}`,
            result.bytes,
            performance.now() - began,
            notesOn(result, steps),
          );
          warnOfName(given.output, intoFolder, result.format as ResultFormat);
        } catch (error) {
          if (!(error instanceof LaneFailure)) throw error;
          progress.failed(file, error.message);
        }
        if (stop.signal.aborted) break;
      }
    }),
  );
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

/** What each picture should take, by its header. Those that cannot be read have nothing to expect. */
const expectations = async (
  files: string[],
  steps: Step[],
  limits: ImageLimits,
): Promise<Map<string, number>> => {
  const inspector = openInspector({ limits });
  const expected = new Map<string, number>();
  const look = async (file: string) => {
    const facts = await inspector.inspect(file).catch(() => undefined);
    if (facts) expected.set(file, expectedMs(steps, costedInput(facts)));
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

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const warnOfName = (output: string, intoFolder: boolean, format: ResultFormat): void => {
  const extensions: readonly string[] = IMAGE_FORMATS[format].extensions;
  if (!intoFolder && !extensions.includes(extname(output).slice(1).toLowerCase()))
    console.error(`Note: the result is ${format}, whatever the name ${basename(output)} says.`);
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
