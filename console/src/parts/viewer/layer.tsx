import { useEffect, useState } from 'react';
import type { ImageSource } from '../progressive-image.tsx';
import { cssOf, IDENTITY, type Matrix } from './geometry.ts';
import { decodedImage, loadImage } from './image-cache.ts';
import type { Size } from './view.ts';

type Shown = { url: string; element: HTMLImageElement };

/** The full image, and copies of it to show until it is there. */
export type ViewerSource = ImageSource & { tiny?: string };

/** The best copy of an image that is there now: the full one once it is decoded, a smaller one before, or nothing yet. */
export const useBestImage = ({ src, small, tiny }: ViewerSource): Shown | undefined => {
  const [, setLoaded] = useState(0);
  useEffect(() => {
    let isShown = true;
    const draw = () => isShown && setLoaded((count) => count + 1);
    // If the browser cannot decode the format of the full image, a copy stays.
    if (!decodedImage(src))
      for (const url of [tiny, small, src]) if (url) loadImage(url).then(draw, () => {});
    return () => {
      isShown = false;
    };
  }, [src, small, tiny]);
  for (const url of [src, small, tiny]) {
    const element = url === undefined ? undefined : decodedImage(url);
    if (url && element) return { url, element };
  }
  return undefined;
};

type Props = {
  image: Shown | undefined;
  alt: string;
  /** The size at which the image is drawn; a small copy is stretched to it. */
  size: Size;
  matrix?: Matrix;
  className?: string;
};

/** One image in the coordinates of the viewer. */
export const Layer = ({ image, alt, size, matrix = IDENTITY, className = '' }: Props) =>
  image ? (
    <img
      className={`layer ${className}`}
      src={image.url}
      alt={alt}
      draggable={false}
      // The image is already decoded; with async decoding it would flicker.
      decoding="sync"
      style={{ width: size.width, height: size.height, transform: cssOf(matrix) }}
    />
  ) : null;
