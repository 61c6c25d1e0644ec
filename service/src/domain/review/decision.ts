import { malformed } from '../errors.ts';

export const DECISIONS = ['approve', 'reject', 'redo'] as const;
export type ReviewDecision = (typeof DECISIONS)[number];

/**
 * A mark on a result: a rectangle, or a point when it has no width and height. All numbers are fractions of
 * the image's width or height.
 */
export type Mark = { x: number; y: number; width?: number; height?: number; note?: string };

/** Refuses marks that are neither a rectangle nor a point, or that lie outside the image. */
export const checkMarkup = (markup: readonly Mark[]): readonly Mark[] => {
  markup.forEach(({ x, y, width, height }, index) => {
    if ((width === undefined) !== (height === undefined))
      throw malformed(
        `The field markup[${index}] needs both width and height for a rectangle, or neither for a point.`,
      );
    if (x + (width ?? 0) > 1 + ROUNDING || y + (height ?? 0) > 1 + ROUNDING)
      throw malformed(
        `The field markup[${index}] lies outside the image. Its coordinates are fractions of the image size, from 0 to 1.`,
      );
  });
  return markup;
};

/** A rectangle that reaches the edge may exceed it by the rounding of its numbers. */
const ROUNDING = 1e-6;

/** Refuses a reject code that the organization does not have. */
export const checkRejectCode = (code: string, codes: readonly string[]): string => {
  if (codes.includes(code)) return code;
  const known = codes.length > 0 ? `one of: ${codes.join(', ')}` : 'left out: the organization has no codes';
  throw malformed(`The field code must be ${known}.`);
};
