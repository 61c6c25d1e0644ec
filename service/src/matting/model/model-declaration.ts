import { join } from 'node:path';

/** The declaration of a network that takes an image. */
export type NetworkDeclaration = {
  /** The path of the ONNX file. */
  file: string;
  sha256: string;
  licence: string;
  /** Width and height of the square that the network takes. */
  size: number;
  layout: 'nchw' | 'nhwc';
  /** Each channel becomes (level x scale - mean) / std, where level is 0 to 255. */
  scale: number;
  mean: readonly [number, number, number];
  std: readonly [number, number, number];
};

/** A network that enlarges images. Its first output has the layout and the value range of its input. */
export type EnlargerDeclaration = NetworkDeclaration & {
  /** The factor by which the output is wider and higher than the input. */
  factor: number;
};

/** A network that finds the object in an image. */
export type ModelDeclaration = NetworkDeclaration & {
  /** The kind of the first output. With `min-max`, the values are stretched to 0..1 for each image. */
  output: 'probability' | 'logits' | 'min-max';
};

/**
 * U2-Net small by Xuebin Qin and others, Apache-2.0. Its input has 320 x 320 pixels, too few to show hair. It was
 * trained to find the object that stands out, and often fails for several objects, flat lays and objects that are cut
 * by the border.
 */
export const SHIPPED_MODEL: ModelDeclaration = {
  file: join(import.meta.dirname, '../../../models/u2netp.onnx'),
  sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
  licence: 'Apache-2.0',
  size: 320,
  layout: 'nchw',
  scale: 1 / 255,
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
  output: 'min-max',
};

type Reading<Declaration> = { declaration: Declaration } | { wrong: string };

/** Reads an operator's declaration of a model. `wrong` is a sentence that says what to change. */
export const readModelDeclaration = (given: unknown): Reading<ModelDeclaration> =>
  readFields<ModelDeclaration>(given, {
    ...NETWORK_FIELDS,
    output: oneOf('probability', 'logits', 'min-max'),
  });

/** Reads an operator's declaration of a model that enlarges images. */
export const readEnlargerDeclaration = (given: unknown): Reading<EnlargerDeclaration> =>
  readFields<EnlargerDeclaration>(given, {
    ...NETWORK_FIELDS,
    factor: { holds: whole(2, 8), must: 'a whole number from 2 to 8' },
  });

const readFields = <Declaration extends NetworkDeclaration>(
  given: unknown,
  known: Record<keyof Declaration & string, Field>,
): Reading<Declaration> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { wrong: `The model must be an object with ${Object.keys(known).join(', ')}.` };
  const fields = given as Record<string, unknown>;
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) return { wrong: `The model has no field ${unknown}.` };
  for (const [name, { holds, must }] of Object.entries<Field>(known))
    if (!holds(fields[name])) return { wrong: `The model's ${name} must be ${must}.` };
  return { declaration: fields as Declaration };
};

type Field = { holds(value: unknown): boolean; must: string };

const filled = (value: unknown) => typeof value === 'string' && value.length > 0 && !value.includes('\0');
const whole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const positive = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const three = (each: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.length === 3 && value.every(each);
const oneOf = (...choices: string[]): Field => ({
  holds: (value) => choices.includes(value as string),
  must: choices.join(' or '),
});

const NETWORK_FIELDS: Record<keyof NetworkDeclaration, Field> = {
  file: { holds: filled, must: 'the path of an ONNX file' },
  sha256: {
    holds: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    must: 'the SHA-256 of the file, 64 lower-case hex digits',
  },
  licence: { holds: filled, must: 'the name of its licence' },
  size: {
    holds: whole(32, 2048),
    must: 'a whole number from 32 to 2048',
  },
  layout: oneOf('nchw', 'nhwc'),
  scale: { holds: positive, must: 'a positive number, such as 0.00392156862745098' },
  mean: { holds: three((value) => Number.isFinite(value)), must: 'three numbers' },
  std: { holds: three(positive), must: 'three positive numbers' },
};
