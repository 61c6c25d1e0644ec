import { labelOf } from '../controls.ts';
import { changeStep, type Step } from '../draft.ts';
import { NumberControl } from '../fields/number-control.tsx';
import type { Editor } from './use-editor.ts';

const BOUNDS: readonly [name: string, unit: string][] = [
  ['minWidth', 'px'],
  ['maxWidth', 'px'],
  ['minHeight', 'px'],
  ['maxHeight', 'px'],
  ['minRatio', ''],
  ['maxRatio', ''],
];
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif', 'heif'];
const NAMES = [...BOUNDS.map(([name]) => name), 'hasAlpha', 'format'];
const STARTS: Record<string, unknown> = { hasAlpha: true, format: 'jpeg', minRatio: 1, maxRatio: 1 };
const USUAL_SIDE = 1000;

/** The condition of a step: it runs only on images that meet every part of it. */
export const ConditionForm = ({ editor, step }: { editor: Editor; step: Step }) => {
  const when = step.when ?? {};
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = when;
    const next = value === undefined ? others : { ...when, [name]: value };
    editor.change(changeStep(editor.draft, step.id, { when: next }), `${step.id}.when.${name}`);
  };
  const unused = NAMES.filter((name) => when[name] === undefined);
  return (
    <fieldset className="step-param">
      <legend className="label">Run only if the image has</legend>
      {Object.entries(when).map(([name, value]) => (
        <div key={name} className="step-condition">
          <label htmlFor={`when-${step.id}-${name}`}>{CONDITION_LABELS[name] ?? labelOf(name)}</label>
          <Bound
            editor={editor}
            id={`when-${step.id}-${name}`}
            name={name}
            value={value}
            onChange={(next) => set(name, next)}
          />
          <button
            type="button"
            className="button quiet icon-button"
            aria-label={`Remove the condition ${labelOf(name)}`}
            disabled={!editor.mayEdit}
            onClick={() => set(name, undefined)}
          >
            ×
          </button>
        </div>
      ))}
      {editor.mayEdit && unused.length > 0 && (
        <select
          className="select"
          aria-label="Add a condition"
          value=""
          onChange={({ target }) => set(target.value, STARTS[target.value] ?? USUAL_SIDE)}
        >
          <option value="">Add a condition</option>
          {unused.map((name) => (
            <option key={name} value={name}>
              {CONDITION_LABELS[name] ?? labelOf(name)}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
};

const CONDITION_LABELS: Record<string, string> = {
  minWidth: 'Width of at least',
  maxWidth: 'Width of at most',
  minHeight: 'Height of at least',
  maxHeight: 'Height of at most',
  minRatio: 'Width ÷ height of at least',
  maxRatio: 'Width ÷ height of at most',
  hasAlpha: 'Transparency',
  format: 'File format',
};

type BoundProps = {
  editor: Editor;
  id: string;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

const Bound = ({ editor, id, name, value, onChange }: BoundProps) => {
  if (name === 'hasAlpha' || name === 'format') {
    const options = name === 'format' ? FORMATS : ['true', 'false'];
    return (
      <select
        id={id}
        className="select"
        value={String(value)}
        disabled={!editor.mayEdit}
        onChange={({ target }) => onChange(name === 'format' ? target.value : target.value === 'true')}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === 'true' ? 'yes' : option === 'false' ? 'no' : option}
          </option>
        ))}
      </select>
    );
  }
  return (
    <NumberControl
      id={id}
      label={labelOf(name)}
      value={Number(value)}
      onChange={onChange}
      describedBy=""
      invalid={false}
      disabled={!editor.mayEdit}
      slider={null}
      isWhole={false}
      unit={BOUNDS.find(([bound]) => bound === name)?.[1] ?? ''}
    />
  );
};
