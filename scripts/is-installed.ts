import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** True if the file with this URL can import the package. */
export const isInstalled = (name: string, from: string): boolean =>
  createRequire(from)
    .resolve.paths(name)!
    .some((folder) => existsSync(join(folder, name)));
