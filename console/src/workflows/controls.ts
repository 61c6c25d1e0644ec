import type { Component } from './draft.ts';

/** The parts of a parameter's JSON Schema that decide about its control. */
export type ParamSchema = {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: unknown;
  examples?: readonly unknown[];
};

export type Control =
  | { kind: 'position' }
  | { kind: 'segments' | 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  | { kind: 'colour'; hasAlpha: boolean; mayBeEmpty: boolean }
  | { kind: 'input'; mayBeEmpty: boolean }
  | { kind: 'inputs' }
  | { kind: 'points'; most: number }
  | { kind: 'marks' }
  | { kind: 'number'; slider: { min: number; max: number; step: number } | null; isWhole: boolean }
  | { kind: 'text'; most: number | undefined };

export const paramsOf = (component: Component): [name: string, schema: ParamSchema][] =>
  Object.entries((component.params['properties'] ?? {}) as Record<string, ParamSchema>);

/** A number with more values than this is typed: a slider would be too coarse to set it. */
const MAX_SLIDER_VALUES = 400;
const MAX_SEGMENTS = 3;
const MAX_LETTERS_IN_SEGMENTS = 26;

/** Chooses the control for a parameter by its schema. */
export const controlOf = (component: Component, name: string, schema: ParamSchema): Control => {
  const mayBeEmpty = matches(schema, '');
  if (component.inputs.some(({ param }) => param === name))
    return schema.type === 'array' ? { kind: 'inputs' } : { kind: 'input', mayBeEmpty };
  if (schema.enum) return choiceOf(schema.enum);
  if (schema.type === 'boolean') return { kind: 'switch' };
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'array' && hasBoxes(schema)) return { kind: 'marks' };
  if (schema.type === 'array') return { kind: 'points', most: schema.maxItems ?? 100 };
  if (matches(schema, '#000000'))
    return { kind: 'colour', hasAlpha: matches(schema, '#00000000'), mayBeEmpty };
  return { kind: 'text', most: schema.maxLength };
};

/** True for a list of boxes and strokes on the image, such as the hints for a cut-out. */
export const hasBoxes = ({ items }: { items?: unknown }): boolean =>
  JSON.stringify(items ?? null).includes('"width"');

const matches = ({ pattern }: ParamSchema, text: string): boolean =>
  pattern !== undefined && new RegExp(pattern).test(text);

const choiceOf = (values: readonly string[]): Control => {
  if (values.includes('northeast') && values.includes('southwest')) return { kind: 'position' };
  const isShort = values.length <= MAX_SEGMENTS && values.join('').length <= MAX_LETTERS_IN_SEGMENTS;
  return { kind: isShort ? 'segments' : 'choice', values };
};

const numberOf = ({ type, minimum, exclusiveMinimum, maximum }: ParamSchema): Control => {
  const isWhole = type === 'integer';
  const min = minimum ?? exclusiveMinimum;
  if (min === undefined || maximum === undefined) return { kind: 'number', slider: null, isWhole };
  const range = maximum - min;
  const step = isWhole ? 1 : stepFor(range);
  const slider = range / step <= MAX_SLIDER_VALUES * 2 && range <= MAX_SLIDER_VALUES * 2;
  return { kind: 'number', slider: slider ? { min, max: maximum, step } : null, isWhole };
};

const stepFor = (range: number): number => (range <= 5 ? 0.01 : range <= 60 ? 0.1 : 1);

const UNITS: readonly [pattern: RegExp, unit: string][] = [
  [/\bin percent\b|\bpercent of\b/i, '%'],
  [/\bdegrees\b/i, '°'],
  [/\bpixels?\b/i, 'px'],
  [/\bbytes\b/i, 'bytes'],
  [/^stops\b/i, 'stops'],
];

/** The unit of a number, from its description; empty when it has none. */
export const unitOf = ({ description = '' }: ParamSchema): string =>
  UNITS.find(([pattern]) => pattern.test(description))?.[1] ?? '';

/** The unit of a number whose unit is another parameter, such as `marginUnit`. */
export const unitBeside = (component: Component, name: string, values: Record<string, unknown>): string => {
  const beside = paramsOf(component).find(
    ([other, { enum: units }]) => units?.includes('pixels') && (other === `${name}Unit` || other === 'unit'),
  );
  if (!beside) return '';
  return (values[beside[0]] ?? beside[1].default) === 'pixels' ? 'px' : '%';
};

/** "whenNothingFound" as "When nothing found". */
export const labelOf = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** The end of a description that explains the notation of colours. The colour control makes it unnecessary. */
const NOTATION = / As #rrggbb.*$/;
/** A description such as "Width in pixels." is left out: the label and the unit already say so. */
const UNIT_ALONE = /^\w+ in pixels\.$/;
const INPUT_NUMBERS = / ?:? 1, 2, 3, \.\.\./;

/**
 * The help text for a parameter. If the description explains each value, as in "auto: ... studio: ...", only what is
 * said about all values and about the chosen one is kept.
 */
export const helpFor = (schema: ParamSchema, value: unknown): string => {
  const text = (schema.description ?? '')
    .replace(NOTATION, '')
    .replace(INPUT_NUMBERS, '')
    .replace(UNIT_ALONE, '');
  if (!schema.enum) return text;
  const starts = schema.enum
    .map((name) => ({ name, at: startOf(text, name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  const [first] = starts;
  if (!first) return text;
  const general = text.slice(0, first.at).trim();
  const chosen = starts.findIndex(({ name }) => name === value);
  if (chosen < 0) return general || text;
  const { name, at } = starts[chosen] ?? first;
  const own = text.slice(at + name.length + 1, starts[chosen + 1]?.at).trim();
  return [general, own.slice(0, 1).toUpperCase() + own.slice(1)].filter(Boolean).join(' ');
};

/** The position at which the description begins to explain this value, or -1. */
const startOf = (text: string, value: string): number => {
  const at = text.indexOf(`${value}: `);
  return at === 0 || (at > 0 && text[at - 1] === ' ') ? at : -1;
};

/** A short text about the parameters that differ from the defaults, for the list of steps. */
export const summaryOf = (component: Component | undefined, params: Record<string, unknown>): string => {
  if (!component) return '';
  return paramsOf(component)
    .filter(([name, schema]) => params[name] !== undefined && !isDefault(schema, params[name]))
    .map(([name, schema]) => partOf(name, schema, params[name]))
    .join(', ');
};

const partOf = (name: string, schema: ParamSchema, value: unknown): string => {
  if (value === true) return labelOf(name).toLowerCase();
  if (value === false) return `no ${labelOf(name).toLowerCase()}`;
  const shown = Array.isArray(value) && Array.isArray(value[0]) ? `${value.length} points` : String(value);
  const unit = typeof value === 'number' ? unitOf(schema) : '';
  return `${labelOf(name).toLowerCase()} ${shown}${unit === 'px' || unit === 'bytes' || unit === 'stops' ? ` ${unit}` : unit}`;
};

export const isDefault = (schema: ParamSchema, value: unknown): boolean =>
  value === undefined || JSON.stringify(schema.default) === JSON.stringify(value);
