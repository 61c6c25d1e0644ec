import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkWorkflow } from '../../components/steps/check-workflow.ts';
import { IMAGE_FORMATS } from '../../domain/images/image-formats.ts';
import type { Settings, WorkflowDefinition } from '../../domain/workflows/workflow.ts';
import { sentenceOf } from '../../http/requests/validate.ts';
import { draftFrom, WorkflowBody } from '../../http/routes/workflows/body.ts';
import { Compile } from '../../schema/typebox.ts';

/** An error that the user can fix with other arguments. */
export class RunError extends Error {}

export const USAGE = [
  'Usage: darkroom-run --workflow FILE.json IMAGE... -o RESULT',
  '',
  '  IMAGE              image files, or folders of them',
  '  -o, --output       a file for one image, a folder for several',
  '  -w, --workflow     the workflow as JSON, as the API takes it',
  '  --input 1=FILE     a further input of the workflow; repeat it for several',
  '  --set STEP.PARAM=VALUE   changes a parameter of a step; repeat it for several',
  '  --concurrency N    number of images processed at once; default: one per core',
  '  --json             a line of JSON for each file on stdout, and a summary at the end',
].join('\n');

const MAX_CONCURRENCY = 256;

export type RunArguments = {
  workflow: string;
  files: string[];
  output: string;
  inputs: Record<string, string>;
  settings: Settings;
  concurrency: number | undefined;
  json: boolean;
};

/** Reads the command line; undefined when the user asks for the usage. */
export const readRunArguments = (args: string[]): RunArguments | undefined => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workflow: { type: 'string', short: 'w' },
      output: { type: 'string', short: 'o' },
      input: { type: 'string', multiple: true, default: [] },
      set: { type: 'string', multiple: true, default: [] },
      concurrency: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (!values.workflow || !values.output || positionals.length === 0) throw new RunError(USAGE);
  return {
    workflow: values.workflow,
    files: positionals,
    output: values.output,
    inputs: Object.fromEntries(values.input.map((pair) => splitPair(pair, '--input 1=FILE'))),
    settings: settingsOf(values.set),
    concurrency: values.concurrency === undefined ? undefined : concurrencyOf(values.concurrency),
    json: values.json,
  };
};

const concurrencyOf = (text: string): number => {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_CONCURRENCY) return count;
  throw new RunError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
};

const splitPair = (pair: string, shape: string): [string, string] => {
  const at = pair.indexOf('=');
  if (at < 1) throw new RunError(`The argument ${pair} must look like ${shape}.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
};

const settingsOf = (pairs: readonly string[]): Settings => {
  const settings: Settings = {};
  for (const pair of pairs) {
    const [place, value] = splitPair(pair, '--set STEP.PARAM=VALUE');
    const dot = place.indexOf('.');
    if (dot < 1) throw new RunError(`The argument ${pair} must look like --set STEP.PARAM=VALUE.`);
    const step = place.slice(0, dot);
    settings[step] = { ...settings[step], [place.slice(dot + 1)]: parseValue(value) };
  }
  return settings;
};

/** Reads a value as JSON (a number, true, false, a list) if it is valid JSON, otherwise as text. */
const parseValue = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/** Reads and checks the workflow of a JSON file. */
export const readWorkflow = async (path: string): Promise<WorkflowDefinition> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new RunError(`The workflow file ${path} cannot be read. Check its path and its rights.`);
  });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new RunError(`${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const shape = Compile(WorkflowBody);
  if (!shape.Check(body)) {
    const [first] = shape.Errors(body);
    throw new RunError(`${path} is not a valid workflow. ${first ? sentenceOf(first, WorkflowBody) : ''}`);
  }
  return checkWorkflow(draftFrom(body));
};

const EXTENSIONS = new Set<string>(Object.values(IMAGE_FORMATS).flatMap(({ extensions }) => [...extensions]));

type Skipped = { file: string; reason: string };

/**
 * Lists the image files of the given paths, with each folder replaced by its images in order of name, and the skipped
 * files.
 */
export const imagesIn = async (
  paths: readonly string[],
): Promise<{ files: string[]; skipped: Skipped[] }> => {
  const files = new Map<string, string>();
  const skipped: Skipped[] = [];
  const take = (file: string, reason: string | undefined) => {
    const why = reason ?? (files.has(resolve(file)) ? 'given twice' : undefined);
    if (why) skipped.push({ file, reason: why });
    else files.set(resolve(file), file);
  };
  for (const path of paths) {
    const kind = await stat(path).catch(() => {
      throw new RunError(`There is no file or folder ${path}. Check the path.`);
    });
    if (!kind.isDirectory()) take(path, undefined);
    else
      for (const entry of (await readdir(path, { withFileTypes: true })).sort(byName))
        take(join(path, entry.name), reasonToSkip(entry));
  }
  return { files: [...files.values()], skipped };
};

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const reasonToSkip = (entry: Dirent): string | undefined => {
  if (entry.isDirectory()) return 'a folder inside a folder';
  if (entry.name.startsWith('.')) return 'a hidden file';
  const extension = extname(entry.name).toLowerCase();
  if (EXTENSIONS.has(extension.slice(1))) return undefined;
  return extension ? `${extension} is not a supported image format` : 'a name without an extension';
};
