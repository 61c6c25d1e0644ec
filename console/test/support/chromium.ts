import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell comes first: it is the same engine without a window, and takes a third less CPU time. */
const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const USUAL_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The places to look for a browser. By default they are those of this machine. */
export type SearchPlaces = {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder under which the usual paths are. */
  root: string;
  /** The path of Playwright's own browser. */
  playwrightPath: string;
};

const thisMachine = (): SearchPlaces => ({
  env: process.env,
  root: '/',
  playwrightPath: chromium.executablePath(),
});

/** Finds a Chromium: the one in CHROMIUM_PATH, in a usual place, on the PATH, or Playwright's own. */
export const findChromium = (places: Partial<SearchPlaces> = {}): string | undefined => {
  const { env, root, playwrightPath } = { ...thisMachine(), ...places };
  const configured = env['CHROMIUM_PATH'];
  if (configured && !existsSync(configured))
    throw new Error(`CHROMIUM_PATH names ${configured}, where nothing is.`);
  if (configured) return configured;
  const usual = USUAL_PATHS.map((path) => join(root, path));
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => USUAL_NAMES.map((name) => join(folder, name)));
  return [...usual, ...onPath, playwrightPath].find((path) => existsSync(path));
};

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launchChromium = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('There is no Chromium. Run "npm run chromium" to install one, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: QUIET });
};

let shared: Promise<Browser> | undefined;
let users = 0;

/**
 * The browser that the test files of this process share. To be called when a file is loaded: the browser starts when it
 * is first opened, and ends when the last file has released it.
 */
export const shareChromium = () => {
  users += 1;
  return {
    open: (): Promise<Browser> => {
      shared ??= launchChromium();
      return shared;
    },
    release: async (): Promise<void> => {
      users -= 1;
      if (users === 0) await (await shared)?.close();
    },
  };
};
