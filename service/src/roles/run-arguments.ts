import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkWorkflow } from '../components/steps/check-workflow.ts';
import { IMAGE_FORMATS } from '../domain/image-formats.ts';
import type { Settings, WorkflowDefinition } from '../domain/workflow.ts';
import { draftFrom, WorkflowBody } from '../http/routes/workflows/body.ts';
import { sentenceOf } from '../http/validate.ts';
import { Compile } from '../schema/typebox.ts';

/** What the caller can mend with other arguments. */
export class RunError extends Error {}

export const USAGE = [
  'Usage: darkroom-run --workflow FILE.json PICTURE... -o RESULT',
  '',
  '  PICTURE            files, or folders whose pictures are taken',
  '  -o, --output       a file for one picture, a folder for several',
  '  -w, --workflow     the definition, as the service takes it',
  '  --input 1=FILE     another input of the workflow; once for each',
  '  --set STEP.PARAM=VALUE   another value for a parameter; once for each',
].join('\n');

export type RunArguments = {
  workflow: string;
  files: string[];
  output: string;
  inputs: Record<string, string>;
  settings: Settings;
};

/** Undefined when only the usage is asked for. */
export const readRunArguments = (args: string[]): RunArguments | undefined => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workflow: { type: 'string', short: 'w' },
      output: { type: 'string', short: 'o' },
      input: { type: 'string', multiple: true, default: [] },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (!values.workflow || !values.output || positionals.length === 0) throw new RunError(USAGE);
  return {
    workflow: values.workflow,
    files: positionals,
    output: values.output,
    inputs: Object.fromEntries(values.input.map((pair) => halves(pair, '--input 1=FILE'))),
    settings: settingsOf(values.set),
  };
};

const halves = (pair: string, shape: string): [string, string] => {
  const at = pair.indexOf('=');
  if (at < 1) throw new RunError(`${pair} must look like ${shape}.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
};

const settingsOf = (pairs: readonly string[]): Settings => {
  const settings: Settings = {};
  for (const pair of pairs) {
    const [place, value] = halves(pair, '--set STEP.PARAM=VALUE');
    const dot = place.indexOf('.');
    if (dot < 1) throw new RunError(`${pair} must look like --set STEP.PARAM=VALUE.`);
    const step = place.slice(0, dot);
    settings[step] = { ...settings[step], [place.slice(dot + 1)]: meant(value) };
  }
  return settings;
};

/** Numbers, true, false and lists as JSON has them; anything else is text. */
const meant = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

export const readWorkflow = async (path: string): Promise<WorkflowDefinition> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new RunError(`There is no workflow ${path}.`);
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
    throw new RunError(`${path} is no workflow. ${first ? sentenceOf(first, WorkflowBody) : ''}`);
  }
  return checkWorkflow(draftFrom(body));
};

const EXTENSIONS = new Set<string>(Object.values(IMAGE_FORMATS).flatMap(({ extensions }) => [...extensions]));

/** The files, and in place of each folder the pictures in it, by name. */
export const picturesIn = async (paths: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const path of paths) {
    const kind = await stat(path).catch(() => {
      throw new RunError(`There is no file or folder ${path}.`);
    });
    if (!kind.isDirectory()) found.push(path);
    else
      for (const name of (await readdir(path)).sort())
        if (EXTENSIONS.has(extname(name).slice(1).toLowerCase()) && !name.startsWith('.'))
          found.push(join(path, name));
  }
  return found;
};
