import { type TEnum, Type } from '../../schema/typebox.ts';

export const MAX_SIDE = 16_000;

/** A side in pixels; 0 derives it from the other side and the aspect ratio of the image. */
export const side = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_SIDE, default: 0, description });

export const colour = (description: string, fallback = '#ffffff') =>
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$',
    default: fallback,
    description: `${description} As #rrggbb, or #rrggbbaa with #00000000 for transparent.`,
    examples: ['#ffffff', '#f4f4f2', '#00000000'],
  });

/** A fill colour for areas outside the image; empty for white, or transparent if the image has transparency. */
export const fillColour = (description: string) =>
  Type.String({
    pattern: '^(#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?)?$',
    default: '',
    description: `${description} As #rrggbb, or #rrggbbaa with #00000000 for transparent; empty for white, or for transparent if the image has transparency.`,
    examples: ['#ffffff', '#f4f4f2', '#00000000'],
  });

/** Resolves the value of a `fillColour` parameter to a colour. */
export const resolveFillColour = (value: string, hasAlpha: boolean): string =>
  value || (hasAlpha ? '#00000000' : '#ffffff');

/** A colour without transparency. */
export const solidColour = (description: string, fallback: string) =>
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    default: fallback,
    description: `${description} As #rrggbb.`,
    examples: ['#1d2a33', '#f4f4f2'],
  });

/** The name of another input of the workflow that a step uses. */
export const otherInput = (description: string) =>
  Type.String({
    pattern: '^[1-9][0-9]*$',
    default: '1',
    examples: ['1', '2'],
    description: `${description} 1, 2, 3, ... The step is skipped when that input is optional and not given.`,
  });

/** The name of another input of the workflow, or empty for none. */
export const optionalInput = (description: string) =>
  Type.String({
    pattern: '^([1-9][0-9]*)?$',
    default: '',
    examples: ['1', '2'],
    description: `${description} 1, 2, 3, ...; empty for none. The step is skipped when that input is optional and not given.`,
  });

export const isOpaque = (value: string): boolean => value.length === 7 || /ff$/i.test(value);

export const choice = <Value extends string>(
  values: readonly [...Value[]],
  fallback: NoInfer<Value>,
  description: string,
): TEnum<Value[]> => Type.Enum([...values], { default: fallback, description });

export const POSITIONS = [
  'center',
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;
export type Position = (typeof POSITIONS)[number];

/** Places a box inside a larger one, with `margin` between the box and the edges that the position names. */
export const placeBox = (
  position: Position,
  outer: { width: number; height: number },
  inner: { width: number; height: number },
  margin = 0,
): { left: number; top: number } => {
  const along = (room: number, toStart: boolean, toEnd: boolean) => {
    const wanted = toStart ? margin : toEnd ? room - margin : Math.round(room / 2);
    return Math.max(0, Math.min(room, wanted));
  };
  return {
    left: along(outer.width - inner.width, position.endsWith('west'), position.endsWith('east')),
    top: along(outer.height - inner.height, position.startsWith('north'), position.startsWith('south')),
  };
};
