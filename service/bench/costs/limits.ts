import { readConfig } from '../../src/config.ts';

const { maxImageBytes, maxImagePixels, maxHeifPixels } = readConfig({});

/** The limits of a service with default settings. */
export const LIMITS = { maxBytes: maxImageBytes, maxPixels: maxImagePixels, maxHeifPixels };
