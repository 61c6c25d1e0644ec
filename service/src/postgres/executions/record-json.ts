import {
  OPTIONAL_SOURCES,
  RECORD_FIELDS,
  RESULT_SHOWN_IN,
  type RecordSource,
  SHOWN_INPUT_FIELDS,
} from '../../domain/executions/execution-record.ts';
import { type JsonField, jsonObject, utcText } from '../connection/json-object.ts';
import { COLUMN_OF } from './from-row.ts';

/** A SQL expression that turns a row of `executions` into the same record that `executionRecord` shows to non-reviewers. */
export const recordJson = (row: string): string =>
  jsonObject(
    Object.entries<RecordSource>(RECORD_FIELDS).map(
      ([name, source]): JsonField => ({
        name,
        value: expressionOf(source, row),
        whenNull: OPTIONAL_SOURCES.includes(source[0]) ? 'left out' : 'null',
      }),
    ),
  );

const expressionOf = ([kind, part]: RecordSource, row: string): string => {
  switch (kind) {
    case 'value':
      return `${row}.${COLUMN_OF[part]}`;
    case 'time':
      return utcText(`${row}.${COLUMN_OF[part]}`);
    case 'mainInput':
      return `${row}.inputs #> '{default,${part}}'`;
    case 'inputs':
      return `(select json_object_agg(key, ${SHOWN_INPUT}) from jsonb_each(${row}.inputs) as input (key, image))`;
    case 'result':
    case 'results':
      return shownResult(row, `${row}.${COLUMN_OF[part]}`);
    case 'resultPath':
      return shownResult(row, `'/image/' || ${row}.${COLUMN_OF[part]} || '/' || ${row}.result_file_name`);
    case 'onlyIfTrue':
      return `nullif(${row}.${COLUMN_OF[part]}, false)`;
  }
};

const SHOWN_INPUT = jsonObject(
  SHOWN_INPUT_FIELDS.map((name) => ({ name, value: `image -> '${name}'`, whenNull: 'null' })),
);

const shownResult = (row: string, value: string): string =>
  `case when ${row}.status in (${RESULT_SHOWN_IN.map((status) => `'${status}'`).join(', ')}) then ${value} end`;
