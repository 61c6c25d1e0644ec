import {
  compose,
  rotateAroundMiddle,
  rotateBy,
  type Transform,
  translateBy,
} from '../../../domain/images/transform.ts';
import type { Size } from '../../definition/component.ts';

/** The size of the bounding box of an image that is rotated by this angle. */
export const rotatedSize = ({ width, height }: Size, degrees: number): Size => {
  const angle = (degrees * Math.PI) / 180;
  const across = Math.abs(Math.cos(angle));
  const down = Math.abs(Math.sin(angle));
  return {
    width: Math.round(width * across + height * down),
    height: Math.round(width * down + height * across),
  };
};

/** The map by which sharp moves the pixels of an image that it rotates by this angle. */
export const rotation = (before: Size, degrees: number): Transform => {
  if (degrees % 90 === 0) return rotateAroundMiddle(before, rotatedSize(before, degrees), degrees);
  // libvips rotates around the middle of the first pixel, and its result starts at a whole pixel.
  const { left, top } = cornerOf(before, degrees);
  return compose(translateBy(-0.5, -0.5), rotateBy(degrees), translateBy(0.5 - left, 0.5 - top));
};

const cornerOf = ({ width, height }: Size, degrees: number): { left: number; top: number } => {
  const [[a, b], [c, d]] = rotateBy(degrees);
  const least = (across: number, down: number) => Math.min(0, across) + Math.min(0, down);
  return {
    left: Math.round(least(a * width, b * height)),
    top: Math.round(least(c * width, d * height)),
  };
};
