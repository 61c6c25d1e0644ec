/** Images that are loaded and decoded, the least recently used first. */
const images = new Map<string, Promise<HTMLImageElement>>();
const ready = new Map<string, HTMLImageElement>();
const MAX_IMAGES = 16;

/** Loads and decodes an image, once for all callers. Rejects when the browser cannot show it. */
export const loadImage = (url: string): Promise<HTMLImageElement> => {
  const known = images.get(url);
  if (known) {
    images.delete(url);
    images.set(url, known);
    return known;
  }
  const image = new Image();
  image.src = url;
  const loading = image.decode().then(() => {
    if (images.has(url)) ready.set(url, image);
    return image;
  });
  images.set(url, loading);
  loading.catch(() => images.delete(url));
  for (const [oldest] of images) {
    if (images.size <= MAX_IMAGES) break;
    images.delete(oldest);
    ready.delete(oldest);
  }
  return loading;
};

/** The image, if it is loaded and decoded already. */
export const decodedImage = (url: string): HTMLImageElement | undefined => ready.get(url);
