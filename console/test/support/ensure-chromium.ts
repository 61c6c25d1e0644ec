import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A method to get a Chromium: commands, one after another. */
export type InstallMethod = readonly (readonly [command: string, ...args: string[]])[];

export type Actions = {
  find(): string | undefined;
  /** Throws when the command fails. */
  run(command: string, args: readonly string[]): void;
  log(line: string): void;
};

const debianPackage = (name: string): InstallMethod => [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', name],
];

const downloadOfPlaywright = (): InstallMethod => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return [[process.execPath, join(folder, 'cli.js'), 'install', 'chromium']];
};

/** Debian's packages where this process may install them, then Playwright's own browser. */
export const installMethods = ({
  isRoot,
  root = '/',
}: {
  isRoot: boolean;
  root?: string;
}): InstallMethod[] => [
  ...(isRoot && existsSync(join(root, 'usr/bin/apt-get'))
    ? ['chromium-headless-shell', 'chromium'].map(debianPackage)
    : []),
  downloadOfPlaywright(),
];

/** Tries each method until there is a Chromium. Returns false, after a loud message, when there is none in the end. */
export const ensureChromium = (methods: readonly InstallMethod[], { find, run, log }: Actions): boolean => {
  try {
    // A wrong CHROMIUM_PATH ends the search here: nothing that is installed would be used.
    if (find()) return true;
    for (const method of methods) {
      tryMethod(method, run, log);
      if (find()) return true;
    }
  } catch (error) {
    log(sentenceOf(error));
  }
  log('The pages cannot be tested: no Chromium, and none could be installed. Set CHROMIUM_PATH.');
  return false;
};

const tryMethod = (method: InstallMethod, run: Actions['run'], log: Actions['log']): void => {
  try {
    for (const [command, ...args] of method) run(command, args);
  } catch (error) {
    log(sentenceOf(error));
  }
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
