import { type ReactNode, useRef, useState } from 'react';
import { inverse, type Matrix, mapped } from './geometry.ts';
import type { Size } from './view.ts';

export type Sample = {
  name: string;
  image: HTMLImageElement | undefined;
  size: Size;
  /** The map from the pixels of this image to those of the result. */
  matrix: Matrix;
};

type Point = { x: number; y: number };

let canvas: CanvasRenderingContext2D | null = null;

/** The colour of one pixel, as the browser shows it: red, green, blue and opacity, each up to 255. */
const pixelOf = (image: HTMLImageElement, x: number, y: number): Uint8ClampedArray | undefined => {
  if (!canvas) {
    const one = document.createElement('canvas');
    one.width = 1;
    one.height = 1;
    canvas = one.getContext('2d', { willReadFrequently: true });
  }
  if (!canvas) return undefined;
  canvas.clearRect(0, 0, 1, 1);
  canvas.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
};

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** "#c0ffee", with the opacity where it is not full. */
const wordsFor = ([red = 0, green = 0, blue = 0, alpha = 0]: Uint8ClampedArray): string => {
  const colour = `#${hex(red)}${hex(green)}${hex(blue)}`;
  return alpha === 255 ? colour : `${alpha === 0 ? '' : `${colour} `}${Math.round(alpha / 2.55)} % opaque`;
};

const colourAt = ({ image, size, matrix }: Sample, { x, y }: Point): string | undefined => {
  const back = inverse(matrix);
  if (!image || !back) return undefined;
  const at = mapped(back, x, y);
  if (at.x < 0 || at.y < 0 || at.x >= size.width || at.y >= size.height) return undefined;
  // The loaded image may be a small copy, with fewer pixels than `size`.
  const column = Math.floor((at.x / size.width) * image.naturalWidth);
  const row = Math.floor((at.y / size.height) * image.naturalHeight);
  const pixel = pixelOf(image, column, row);
  return pixel && wordsFor(pixel);
};

/** The position under the pointer and the colour of each image there. */
export const usePixelReadout = (samples: readonly Sample[], size: Size) => {
  const [point, setPoint] = useState<Point>();
  const waiting = useRef<number>(undefined);
  // Update at most once for each frame: a pointer moves more often than the screen is drawn.
  const onPoint = (next: Point | undefined) => {
    cancelAnimationFrame(waiting.current ?? 0);
    waiting.current = requestAnimationFrame(() => setPoint(next));
  };
  const isInside = point && point.x >= 0 && point.y >= 0 && point.x < size.width && point.y < size.height;
  const readout: ReactNode = isInside && (
    <output className="readout">
      <span>
        {Math.floor(point.x)}, {Math.floor(point.y)}
      </span>
      {samples.map((sample) => {
        const colour = colourAt(sample, point);
        return colour ? (
          <span key={sample.name}>
            {sample.name} <b>{colour}</b>
          </span>
        ) : null;
      })}
    </output>
  );
  return { readout, onPoint };
};
