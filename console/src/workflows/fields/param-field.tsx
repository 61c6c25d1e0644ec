import { type ReactNode, useId } from 'react';
import { type HintMark, MarksEditor } from '../../parts/forms/marks-editor.tsx';
import {
  type Control,
  controlOf,
  helpFor,
  isDefault,
  labelOf,
  type ParamSchema,
  unitOf,
} from '../controls.ts';
import type { Component, Inputs } from '../draft.ts';
import { ColourControl } from './colour-control.tsx';
import { InputChoice, InputList } from './input-control.tsx';
import { NumberControl } from './number-control.tsx';
import { type Point, PointsControl } from './points-control.tsx';
import { PositionControl } from './position-control.tsx';
import { Select } from './select.tsx';

/** The props with which a control shows and changes a value, and is described to a screen reader. */
export type ControlProps<Value> = {
  id: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  describedBy: string;
  invalid: boolean;
  disabled: boolean;
};

type Props = {
  component: Component;
  name: string;
  schema: ParamSchema;
  value: unknown;
  /** The unit of a number whose description names none. */
  unit: string;
  inputs: Inputs;
  /** The address of a photo on which marks are drawn. */
  photo?: string | undefined;
  problem: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
};

/** One parameter of a step: its label, its control by the schema, its help, and what is wrong with it. */
export const ParamField = ({
  component,
  name,
  schema,
  unit,
  inputs,
  photo,
  problem,
  disabled,
  ...rest
}: Props) => {
  const id = useId();
  const control = controlOf(component, name, schema);
  const label = labelOf(name);
  const value = rest.value === undefined ? schema.default : rest.value;
  const props: ControlProps<unknown> = {
    id,
    label,
    value,
    onChange: rest.onChange,
    describedBy: `${id}-help${problem ? ` ${id}-problem` : ''}`,
    invalid: problem !== undefined,
    disabled,
  };
  const isGroup = GROUPS.has(control.kind);
  const content = (
    <>
      <div className="param-head">
        {isGroup ? (
          <span className="label" id={`${id}-label`}>
            {label}
          </span>
        ) : (
          <label htmlFor={id}>{label}</label>
        )}
        {!isDefault(schema, rest.value) && !disabled && (
          <button type="button" className="param-reset" onClick={() => rest.onChange(schema.default)}>
            Reset<span className="hidden"> {label}</span>
          </button>
        )}
      </div>
      {controlFor(control, props, { schema, inputs, unit, photo })}
      {problem && (
        <span className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
      <span className="param-help" id={`${id}-help`}>
        {helpFor(schema, value)}
      </span>
    </>
  );
  const className = `step-param param-${control.kind}`;
  return isGroup ? (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot share a line with a button
    <div className={className} role="group" aria-labelledby={`${id}-label`}>
      {content}
    </div>
  ) : (
    <div className={className}>{content}</div>
  );
};

/** Controls that consist of several fields, and so need a name for the group. */
const GROUPS = new Set<Control['kind']>(['position', 'segments', 'inputs', 'points', 'marks']);

const controlFor = (
  control: Control,
  props: ControlProps<unknown>,
  { schema, inputs, unit, photo }: Pick<Props, 'schema' | 'inputs' | 'unit' | 'photo'>,
): ReactNode => {
  // The cast is safe: the control was chosen by the schema, which also fixes the type of the value.
  const of = <Value,>() => props as unknown as ControlProps<Value>;
  switch (control.kind) {
    case 'position':
      return <PositionControl {...of<string>()} />;
    case 'segments':
      return <Segments {...of<string>()} values={control.values} />;
    case 'choice':
      return <Choice {...of<string>()} values={control.values} />;
    case 'switch':
      return <Switch {...of<boolean>()} />;
    case 'colour':
      return <ColourControl {...of<string>()} {...control} examples={schema.examples ?? []} />;
    case 'input':
      return <InputChoice {...of<string>()} inputs={inputs} mayBeEmpty={control.mayBeEmpty} />;
    case 'inputs':
      return <InputList {...of<readonly string[]>()} inputs={inputs} />;
    case 'points':
      return <PointsControl {...of<readonly Point[]>()} most={control.most} />;
    case 'marks':
      return <MarksEditor {...of<readonly HintMark[]>()} photo={photo} />;
    case 'number':
      return <NumberControl {...of<number>()} {...control} unit={unitOf(schema) || unit} />;
    case 'text':
      return <Text {...of<string>()} most={control.most} />;
  }
};

const Segments = ({
  id,
  value,
  values,
  onChange,
  describedBy,
  disabled,
}: ControlProps<string> & { values: readonly string[] }) => (
  <div className="segments">
    {values.map((one) => (
      <label key={one}>
        <input
          type="radio"
          name={id}
          checked={value === one}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={() => onChange(one)}
        />
        {one}
      </label>
    ))}
  </div>
);

const Choice = ({ values, ...props }: ControlProps<string> & { values: readonly string[] }) => (
  <Select {...props}>
    {values.map((one) => (
      <option key={one}>{one}</option>
    ))}
  </Select>
);

const Switch = ({ id, value, onChange, describedBy, disabled }: ControlProps<boolean>) => (
  <input
    id={id}
    type="checkbox"
    className="switch"
    checked={value}
    disabled={disabled}
    aria-describedby={describedBy}
    onChange={({ target }) => onChange(target.checked)}
  />
);

const Text = ({
  id,
  value,
  onChange,
  describedBy,
  invalid,
  disabled,
  most,
}: ControlProps<string> & { most: number | undefined }) => (
  <textarea
    id={id}
    className="textarea one-line"
    rows={1}
    value={value}
    maxLength={most}
    disabled={disabled}
    aria-describedby={describedBy}
    aria-invalid={invalid}
    onChange={({ target }) => onChange(target.value)}
  />
);
