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
