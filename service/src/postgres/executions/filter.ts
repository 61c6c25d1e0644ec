import { batchOf } from '../../domain/executions/batch.ts';
import { STATUSES, type Status } from '../../domain/executions/execution-states.ts';
import { BATCH_LABELS, type Labels } from '../../domain/executions/labels.ts';
import { nameSearch } from '../../domain/executions/search-name.ts';
import type { ExecutionFilter } from '../../ports/executions.ts';

/** The indexed form of the batch name: shortened, because an index entry has a maximum length, and never null. */
export const INDEXED_NAME = "coalesce(left(batch_name, 200), '')";

/** The indexes of the list leave out executions of these statuses, except the index by status. */
export const NOT_INDEXED: readonly Status[] = ['CREATED', 'ACTIVE'];

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Placeholders for the values of one statement, in the order in which they were bound. */
export const bindings = (): { values: unknown[]; bind: Bind } => {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
};

/** `searchWithoutIndex` is `search`, done by comparing names in the order of the list: faster where many names match. */
export type StoredFilter = ExecutionFilter & { searchWithoutIndex?: string };

type Own = Exclude<keyof StoredFilter, 'status' | 'labels' | 'createdAfter' | 'createdBefore'>;

/** The condition of each filter on a row `e` of executions. */
const CONDITIONS: { [Name in Own]: (value: NonNullable<StoredFilter[Name]>, bind: Bind) => string } = {
  workflowId: (id, bind) => `e.workflow_id = ${bind(id)}`,
  workflowVersion: (id, bind) => `e.workflow_version = ${bind(id)}`,
  userId: (id, bind) => `e.user_id = ${bind(id)}`,
  batch: (id, bind) => `e.batch_id = ${bind(id)}`,
  batchName: (name, bind) => {
    const given = `${bind(name)}::text`;
    return `e.in_batch and ${indexedName('e')} = left(${given}, 200) and e.batch_name = ${given}`;
  },
  noBatch: () => `not e.in_batch and ${indexedName('e')} = ''`,
  inputFileName: (name, bind) => `e.input_file_name = ${bind(name)}`,
  inputContentHash: (hash, bind) => `e.input_hash = ${bind(hash)}`,
  errorCode: (code, bind) => `e.error_code = ${bind(code)}`,
  search: (text, bind) => {
    const { grams, pattern } = nameSearch(text);
    return `e.search_grams @> ${bind(grams)}::integer[] and e.search_name like ${bind(pattern)}`;
  },
  searchWithoutIndex: (text, bind) => `e.search_name like ${bind(nameSearch(text).pattern)}`,
};

const indexedName = (row: string) => INDEXED_NAME.replace('batch_name', `${row}.batch_name`);

/** The statuses of a filter, copied from the table of states, so that they are safe as a part of SQL text. */
export const statusesOf = ({ status: asked }: ExecutionFilter): Status[] =>
  STATUSES.filter((status) => asked?.includes(status) ?? true);

/** The names of the filters that are given, except `status`. */
export const namesOf = (filter: ExecutionFilter): (keyof ExecutionFilter)[] =>
  (Object.keys(filter) as (keyof ExecutionFilter)[]).filter(
    (name) => name !== 'status' && filter[name] !== undefined,
  );

/**
 * The matching executions of one status, as a FROM clause with its conditions. The list is sorted by
 * `created_at` and `id` of the table `alias`, which an index has in this order: `e` is the execution, `l` its label. `counted` has the
 * same number of rows as `from`, and may be faster to count.
 */
export type Part = { from: string; counted: string; alias: 'e' | 'l' };

/** Splits the matching executions by status, so that each part has an index in the list's order. */
export const partsOf = (filter: StoredFilter, organization: string, bind: Bind): Part[] => {
  const own = ownConditions(filter, bind);
  const label = Object.entries(filter.labels ?? {}).find(([key]) => !NAMES_BATCH.includes(key));
  const times = [
    filter.createdAfter && `created_at >= ${bind(filter.createdAfter)}::timestamptz`,
    filter.createdBefore && `created_at < ${bind(filter.createdBefore)}::timestamptz`,
  ].filter((time) => time !== undefined && time !== '');
  const statuses = statusesOf(filter);
  const isIndexed = (status: Status) => !NOT_INDEXED.includes(status);
  const labelHash =
    label && statuses.some(isIndexed) ? `label_hash(${bind(label[0])}, ${bind(label[1])})` : undefined;
  return statuses.map((status): Part => {
    const alias = labelHash && isIndexed(status) ? 'l' : 'e';
    const from = alias === 'l' ? 'execution_labels l join executions e on e.id = l.id' : 'executions e';
    const conditions = [
      `${alias}.organization_id = ${organization}`,
      `${alias}.status = '${status}'`,
      ...(alias === 'l' ? [`l.label = ${labelHash}`] : []),
      ...times.map((time) => `${alias}.${time}`),
    ].join(' and ');
    const whole = `from ${from} where ${[conditions, ...own].join(' and ')}`;
    // For one label the rows of the labels are enough: reading the executions as well made a count four times slower.
    const isLabelAlone = alias === 'l' && own.length === 1 && Object.keys(filter.labels ?? {}).length === 1;
    return {
      from: whole,
      counted: isLabelAlone ? `from execution_labels l where ${conditions}` : whole,
      alias: alias,
    };
  });
};

const ownConditions = (filter: StoredFilter, bind: Bind): string[] => {
  const conditions = (Object.keys(CONDITIONS) as Own[]).flatMap((name) => {
    const value = filter[name];
    const condition = CONDITIONS[name] as (value: unknown, bind: Bind) => string;
    return value === undefined ? [] : [condition(value, bind)];
  });
  if (!filter.labels) return conditions;
  return [...conditions, ...batchOfLabels(filter.labels, bind), `e.labels @> ${bind(filter.labels)}::jsonb`];
};

const NAMES_BATCH: readonly string[] = [BATCH_LABELS.id, BATCH_LABELS.name];

/** When labels name a batch, the batch's id or name finds the executions, because both have an index. */
const batchOfLabels = (labels: Labels, bind: Bind): string[] => {
  const { [BATCH_LABELS.id]: id, [BATCH_LABELS.name]: name } = labels;
  const batch = id ? batchOf({ [BATCH_LABELS.id]: id }) : undefined;
  if (batch) return [CONDITIONS.batch(batch.id, bind)];
  return name ? [CONDITIONS.batchName(name, bind)] : [];
};
