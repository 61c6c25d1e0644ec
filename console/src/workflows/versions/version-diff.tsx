import type { Workflow } from 'darkroom-client';
import { credits } from '../../format.ts';
import { labelOf, summaryOf } from '../controls.ts';
import type { Component } from '../draft.ts';
import { type Diff, type StepRow, stepRows } from './step-changes.ts';

const SIGNS: Record<StepRow['kind'], [sign: string, words: string]> = {
  same: ['', 'unchanged'],
  added: ['+', 'added'],
  removed: ['−', 'removed'],
  changed: ['~', 'changed'],
};

type Props = { after: Workflow; diff: Diff; components: readonly Component[] };

/** The changes between two versions: the steps in order, each with its changed parameters. */
export const VersionDiff = ({ after, diff, components }: Props) => {
  const rows = stepRows(after, diff);
  const general = generalChanges(diff);
  const isSame =
    general.length === 0 && rows.every(({ kind, movedFrom }) => kind === 'same' && movedFrom === null);
  return (
    <div className="version-diff">
      {isSame && <p className="sub">The two versions are the same.</p>}
      {general.length > 0 && (
        <ul className="diff-general">
          {general.map(([name, before, now]) => (
            <li key={name} className="diff-change">
              <span className="diff-name">{name}</span>{' '}
              <span>
                <Value value={before} side="before" />
                <Value value={now} side="after" />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ol className="diff-steps">
        {rows.map((row) => (
          <Row
            key={`${row.kind} ${row.step.id}`}
            row={row}
            component={components.find(({ name }) => name === row.step.component)}
          />
        ))}
      </ol>
    </div>
  );
};

const Row = ({ row, component }: { row: StepRow; component: Component | undefined }) => {
  const { step, kind, movedFrom, params, when, output } = row;
  const [sign, words] = SIGNS[kind];
  const changes = [
    ...params,
    ...(when ? [{ name: 'condition', ...when }] : []),
    ...(output ? [{ name: 'fileOfItsOwn', ...output }] : []),
  ];
  return (
    <li className={kind}>
      <span className="diff-sign" aria-hidden="true">
        {kind === 'same' && movedFrom !== null ? '↕' : sign}
      </span>
      <div>
        <span className="diff-title">
          {component?.title ?? step.component}
          {step.id !== step.component && <code>{step.id}</code>}
          <span className="hidden"> {words}</span>
          {movedFrom !== null && <span className="diff-moved">moved, was step {movedFrom + 1}</span>}
        </span>
        {(kind === 'added' || kind === 'removed') && (
          <span className="sub">{summaryOf(component, step.params)}</span>
        )}
        {changes.length > 0 && (
          <ul>
            {changes.map(({ name, before, after }) => (
              <li key={name} className="diff-change">
                <span className="diff-name">{labelOf(name)}</span>{' '}
                <span>
                  <Value value={before} side="before" />
                  <Value value={after} side="after" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
};

/** A value before or after a change. A colour is also shown as a swatch. */
const Value = ({ value, side }: { value: unknown; side: 'before' | 'after' }) => {
  const words =
    value === null || value === ''
      ? 'none'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <span className={`diff-value ${side}`}>
      <span className="hidden">{side === 'before' ? 'from ' : ' to '}</span>
      {/^#[0-9a-f]{6,8}$/i.test(words) && <span className="diff-patch" style={{ backgroundColor: words }} />}
      {words}
    </span>
  );
};

const generalChanges = (diff: Diff): [name: string, before: unknown, after: unknown][] => {
  const { name, executionPrice, qa, qaSampling, resultNames, inputs } = diff;
  return [
    ...(name ? [['Name', name.before, name.after] as [string, unknown, unknown]] : []),
    ...(executionPrice
      ? [
          ['Price', credits(executionPrice.before), credits(executionPrice.after)] as [
            string,
            unknown,
            unknown,
          ],
        ]
      : []),
    ...(qa ? [['Review', qa.before, qa.after] as [string, unknown, unknown]] : []),
    ...(qaSampling ? [['Sampling', qaSampling.before, qaSampling.after] as [string, unknown, unknown]] : []),
    ...(resultNames
      ? [['Names of results', resultNames.before, resultNames.after] as [string, unknown, unknown]]
      : []),
    ...inputs.added.map((input): [string, unknown, unknown] => [
      `Input ${input.name}`,
      null,
      described(input),
    ]),
    ...inputs.removed.map((input): [string, unknown, unknown] => [
      `Input ${input.name}`,
      described(input),
      null,
    ]),
    ...inputs.changed.map(({ name: input, before, after }): [string, unknown, unknown] => [
      `Input ${input}`,
      described(before),
      described(after),
    ]),
  ];
};

const described = ({ required, description }: { required: boolean; description: string }): string =>
  `${description || 'no description'}${required ? '' : ' (optional)'}`;
