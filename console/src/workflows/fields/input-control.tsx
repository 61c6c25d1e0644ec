import { type Inputs, otherInputs } from '../draft.ts';
import type { ControlProps } from './param-field.tsx';
import { Select } from './select.tsx';

const nameOf = (inputs: Inputs, name: string): string => {
  const description = inputs[name]?.description;
  return description ? `${name}: ${description}` : `Input ${name}`;
};

/** Chooses one of the workflow's additional inputs, which are declared under Workflow. */
export const InputChoice = ({
  value,
  inputs,
  mayBeEmpty,
  ...props
}: ControlProps<string> & { inputs: Inputs; mayBeEmpty: boolean }) => {
  const names = otherInputs(inputs);
  const isKnown = value === '' ? mayBeEmpty : names.includes(value);
  return (
    <Select {...props} value={value}>
      {mayBeEmpty && <option value="">None</option>}
      {!isKnown && <option value={value}>Input {value} (add it under Workflow)</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {nameOf(inputs, name)}
        </option>
      ))}
    </Select>
  );
};

/** Chooses several of the workflow's additional inputs, in their order. */
export const InputList = ({
  value,
  onChange,
  inputs,
  describedBy,
  disabled,
}: ControlProps<readonly string[]> & { inputs: Inputs }) => {
  const names = [...new Set([...otherInputs(inputs), ...value])];
  return (
    <div className="input-list">
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={value.includes(name)}
            disabled={disabled}
            aria-describedby={describedBy}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))
            }
          />
          {nameOf(inputs, name)}
        </label>
      ))}
    </div>
  );
};
