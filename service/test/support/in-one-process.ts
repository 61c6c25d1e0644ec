import { globSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { GROUPS } from '../groups.ts';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Runs the test files of a group one after another in this process, each as a suite with hooks of its own. Their
 * imports are loaded, compiled and warmed up once. Doing that once for each file would often take longer than the
 * tests of a small file. A file of a group still runs on its own as well.
 */
export const inOneProcess = async (group: keyof typeof GROUPS): Promise<void> => {
  const allLoaded = Promise.withResolvers<void>();
  // No test starts before all files are loaded: otherwise a file could stop a service that a later file shares.
  before(() => allLoaded.promise);
  for (const file of globSync(GROUPS[group], { cwd: ROOT }).sort()) {
    // One file is loaded after another: two that load at once and wait for the same module mix up their suites.
    const loaded = Promise.withResolvers<void>();
    describe(file, async () => {
      await import(join(ROOT, file)).finally(loaded.resolve);
    });
    await loaded.promise;
  }
  // Writes the compile cache now, for the processes that the tests start: they load the same code.
  flushCompileCache();
  allLoaded.resolve();
};
