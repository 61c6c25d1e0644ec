import { readConfig } from '../src/config.ts';

const { maxImageBytes, maxImagePixels, maxHeifPixels } = readConfig({});

/** What a service accepts when nothing else is set. */
export const LIMITS = { maxBytes: maxImageBytes, maxPixels: maxImagePixels, maxHeifPixels };
