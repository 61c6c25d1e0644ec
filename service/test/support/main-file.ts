import { join } from 'node:path';

/** The program as it is installed: `npm run build` makes it from the source. */
export const MAIN = join(import.meta.dirname, '../../dist/main.js');
