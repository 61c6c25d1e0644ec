import './settings-form.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { type HintMark, MarksEditor } from '../../parts/forms/marks-editor.tsx';
import { useSignedIn } from '../../session/session.ts';
import { hasBoxes } from '../../workflows/controls.ts';
import { componentsQuery } from '../../workflows/workflows.ts';
import type { Step } from '../use-steps.ts';

type Settings = Record<string, unknown>;
type Schema = {
  type?: string;
  description?: string;
  enum?: unknown[];
  items?: unknown;
  anyOf?: { const?: unknown }[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
};

type Props = {
  steps: readonly Step[];
  settings: Settings;
  /** The photo of the execution, on which marks are drawn. */
  photo: string;
  onChange: (settings: Settings) => void;
};

/** The parameters of one step at a time, with the values that this execution has. Only changed ones become settings. */
export const SettingsForm = ({ steps, settings, photo, onChange }: Props) => {
  const organization = useSignedIn().organization.id;
  const { data: components } = useQuery(componentsQuery(organization));
  const [stepId, setStepId] = useState(steps[0]?.id);
  const step = steps.find(({ id }) => id === stepId);
  const component = components?.entries.find(({ name }) => name === step?.component);
  if (!step) return <p>This workflow has no steps with settings.</p>;
  const schemas = (component?.params['properties'] ?? {}) as Record<string, Schema>;
  const own = (settings[step.id] ?? {}) as Record<string, unknown>;
  const set = (name: string, value: unknown) =>
    onChange({ ...settings, [step.id]: { ...own, [name]: value } });
  const titleOf = (name: string) => components?.entries.find((one) => one.name === name)?.title ?? name;
  return (
    <div className="settings-form">
      <SelectField label="Step" value={step.id} onChange={({ target }) => setStepId(target.value)}>
        {steps.map(({ id, component }) => (
          <option key={id} value={id}>
            {titleOf(component)}
            {settings[id] === undefined ? '' : ', changed'}
          </option>
        ))}
      </SelectField>
      {Object.entries(schemas).map(([name, schema]) => (
        <Parameter
          key={`${step.id} ${name}`}
          name={name}
          schema={schema}
          photo={photo}
          value={own[name] ?? step.params[name] ?? schema.default}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
};

type ParameterProps = {
  name: string;
  schema: Schema;
  photo: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

const choicesOf = ({ enum: list, anyOf }: Schema): unknown[] | undefined => {
  const constants = anyOf?.map((one) => one.const);
  return list ?? (constants?.every((one) => one !== undefined) ? constants : undefined);
};

const Parameter = ({ name, schema, photo, value, onChange }: ParameterProps) => {
  const label = wordsFor(name);
  const hint = schema.description;
  const choices = choicesOf(schema);
  if (choices)
    return (
      <SelectField
        label={label}
        hint={hint}
        value={String(value)}
        onChange={({ target }) => onChange(choices.find((one) => String(one) === target.value))}
      >
        {choices.map((one) => (
          <option key={String(one)} value={String(one)}>
            {String(one)}
          </option>
        ))}
      </SelectField>
    );
  if (schema.type === 'boolean')
    return (
      <label className="check" title={hint}>
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
    );
  if (schema.type === 'number' || schema.type === 'integer')
    return (
      <TextField
        label={label}
        hint={hint}
        type="number"
        min={schema.minimum}
        max={schema.maximum}
        step={schema.type === 'integer' ? 1 : 'any'}
        value={value === undefined ? '' : String(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  if (schema.type === 'string')
    return (
      <TextField
        label={label}
        hint={hint}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (schema.type === 'array' && hasBoxes(schema))
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a child of the grid with a gap of its own
      <div className="field marks-setting" role="group" aria-label={label}>
        <span className="label">{label}</span>
        <MarksEditor
          label={label}
          value={(value ?? []) as readonly HintMark[]}
          photo={photo}
          onChange={onChange}
        />
        <span className="hint">{hint}</span>
      </div>
    );
  return <JsonField label={label} hint={hint} value={value} onChange={onChange} />;
};

/** A field that edits any value as JSON, such as an object. A change takes effect once the text is valid JSON. */
const JsonField = ({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) => {
  const [text, setText] = useState(() => JSON.stringify(value ?? null));
  const change = (next: string) => {
    setText(next);
    try {
      onChange(JSON.parse(next));
    } catch {
      // The JSON is still being typed; the field is shown as invalid.
    }
  };
  return (
    <TextField
      label={label}
      hint={hint}
      className="mono"
      value={text}
      aria-invalid={!isJson(text)}
      onChange={({ target }) => change(target.value)}
    />
  );
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** "When nothing found" for `whenNothingFound`. */
const wordsFor = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
