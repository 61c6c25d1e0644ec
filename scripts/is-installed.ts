import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Whether a package can be imported by the file with this URL. */
export const isInstalled = (name: string, from: string): boolean =>
  createRequire(from)
    .resolve.paths(name)!
    .some((folder) => existsSync(join(folder, name)));
