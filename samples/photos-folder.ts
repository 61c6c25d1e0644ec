import { join } from 'node:path';

/**
 * The folder of the rendered photos. README.md, the start-up message, tests and benchmarks refer to this path.
 */
export const PHOTOS = join(import.meta.dirname, '../service/samples');
