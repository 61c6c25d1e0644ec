import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A way to get a Chromium: commands, one after another. */
export type Way = readonly (readonly [command: string, ...args: string[]])[];

export type Doing = {
  find(): string | undefined;
  /** Throws when the command fails. */
  run(command: string, args: readonly string[]): void;
  say(line: string): void;
};

const debianPackage = (name: string): Way => [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', name],
];

const downloadOfPlaywright = (): Way => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return [[process.execPath, join(folder, 'cli.js'), 'install', 'chromium']];
};

/** Debian's packages where this process may install them, then Playwright's own browser. */
export const waysToInstall = ({ isRoot, root = '/' }: { isRoot: boolean; root?: string }): Way[] => [
  ...(isRoot && existsSync(join(root, 'usr/bin/apt-get'))
    ? ['chromium-headless-shell', 'chromium'].map(debianPackage)
    : []),
  downloadOfPlaywright(),
];

/** Tries each way until there is a Chromium. Returns false, after a loud message, when there is none in the end. */
export const ensureChromium = (ways: readonly Way[], { find, run, say }: Doing): boolean => {
  try {
    // A wrong CHROMIUM_PATH ends the search here: nothing that is installed would be used.
    if (find()) return true;
    for (const way of ways) {
      tryWay(way, run, say);
      if (find()) return true;
    }
  } catch (error) {
    say(sentenceOf(error));
  }
  say('The pages cannot be tested: no Chromium, and none could be installed. Set CHROMIUM_PATH.');
  return false;
};

const tryWay = (way: Way, run: Doing['run'], say: Doing['say']): void => {
  try {
    for (const [command, ...args] of way) run(command, args);
  } catch (error) {
    say(sentenceOf(error));
  }
};

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
