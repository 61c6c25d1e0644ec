import type { Execution, InputImage, InputImages } from './execution.ts';
import type { Status } from './execution-states.ts';

/** Where a field of the record comes from: the way to read it, and the field of the execution to read. */
export type RecordSource =
  | readonly ['value', keyof Execution]
  | readonly ['time', 'createdAt' | 'startedAt' | 'finishedAt']
  | readonly ['mainInput', 'name' | 'contentHash']
  | readonly ['inputs', 'inputs']
  | readonly ['result', 'resultContentHash' | 'resultContentType' | 'resultFileName']
  | readonly ['resultPath', 'resultContentHash']
  | readonly ['results', 'results']
  | readonly ['onlyIfTrue', 'reused'];

/**
 * The fields of the record, in order. Two places build records from this list: `executionRecord` for the interface, and
 * the statements that write webhook messages.
 */
export const RECORD_FIELDS = {
  id: ['value', 'id'],
  workflow: ['value', 'workflowId'],
  workflowName: ['value', 'workflowName'],
  workflowVersion: ['value', 'workflowVersion'],
  organizationId: ['value', 'organizationId'],
  status: ['value', 'status'],
  userId: ['value', 'userId'],
  createdAt: ['time', 'createdAt'],
  startedAt: ['time', 'startedAt'],
  finishedAt: ['time', 'finishedAt'],
  inputFileName: ['mainInput', 'name'],
  inputContentHash: ['mainInput', 'contentHash'],
  inputs: ['inputs', 'inputs'],
  resultContentHash: ['result', 'resultContentHash'],
  resultContentType: ['result', 'resultContentType'],
  resultFileName: ['result', 'resultFileName'],
  resultPath: ['resultPath', 'resultContentHash'],
  // Present only when the workflow makes several files: strict clients reject an unknown key.
  results: ['results', 'results'],
  labels: ['value', 'labels'],
  settings: ['value', 'settings'],
  webhooks: ['value', 'webhooks'],
  attempts: ['value', 'attempts'],
  chargedCredits: ['value', 'chargedCredits'],
  error: ['value', 'error'],
  // Present only when the organization reuses results: strict clients reject an unknown key.
  reused: ['onlyIfTrue', 'reused'],
} as const satisfies Record<string, RecordSource>;

/** In these statuses everyone sees the result; in the others only reviewers do. */
export const RESULT_SHOWN_IN: readonly Status[] = ['COMPLETED'];

/** The fields of each input image that the record shows. */
export const SHOWN_INPUT_FIELDS = ['name', 'contentHash', 'contentType'] as const;
type ShownInput = Pick<InputImage, (typeof SHOWN_INPUT_FIELDS)[number]>;

type Fields = typeof RECORD_FIELDS;
type Shown<Source extends RecordSource> = Source extends readonly ['time', infer Part extends keyof Execution]
  ? string | Extract<Execution[Part], null>
  : Source extends readonly ['mainInput', infer Part extends keyof InputImage]
    ? InputImage[Part]
    : Source extends readonly ['inputs', string]
      ? { default: ShownInput } & Record<string, ShownInput>
      : Source extends readonly ['resultPath', string]
        ? string | null
        : Source extends readonly [string, infer Part extends keyof Execution]
          ? Execution[Part]
          : never;

/** The fields that are left out when there is nothing to show. */
export const OPTIONAL_SOURCES: readonly RecordSource[0][] = ['results', 'onlyIfTrue'];

export type ExecutionRecord = {
  [Name in Exclude<keyof Fields, 'results' | 'reused'>]: Shown<Fields[Name]>;
} & {
  results?: NonNullable<Execution['results']>;
  reused?: true;
};

/**
 * Makes the record that clients read. Every key but those of `OPTIONAL_SOURCES` is present; a value that is not known
 * yet is null.
 */
export const executionRecord = (execution: Execution, viewer: { mayReview: boolean }): ExecutionRecord => {
  const showResult = viewer.mayReview || RESULT_SHOWN_IN.includes(execution.status);
  const record: Record<string, unknown> = {};
  for (const [name, source] of FIELD_LIST) {
    const value = read(source, execution, showResult);
    if (value !== undefined) record[name] = value;
  }
  return record as ExecutionRecord;
};

const FIELD_LIST: [string, RecordSource][] = Object.entries(RECORD_FIELDS);

const read = ([kind, part]: RecordSource, execution: Execution, showResult: boolean): unknown => {
  switch (kind) {
    case 'value':
      return execution[part];
    case 'time':
      return execution[part]?.toISOString() ?? null;
    case 'mainInput':
      return execution.inputs.default[part];
    case 'inputs':
      return shownInputs(execution.inputs);
    case 'result':
      return showResult ? execution[part] : null;
    case 'resultPath':
      return showResult && execution[part] ? `/image/${execution[part]}/${execution.resultFileName}` : null;
    case 'results':
      return (showResult && execution[part]) || undefined;
    case 'onlyIfTrue':
      return execution[part] || undefined;
  }
};

const shownInputs = (inputs: InputImages): Record<string, ShownInput> => {
  const shown: Record<string, ShownInput> = {};
  for (const [key, { name, contentHash, contentType }] of Object.entries(inputs))
    shown[key] = { name, contentHash, contentType };
  return shown;
};
