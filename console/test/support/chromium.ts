import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where a Chromium is: as told by CHROMIUM_PATH, in a usual place, or the one that Playwright keeps. */
export const findChromium = (): string | undefined => {
  const told = process.env['CHROMIUM_PATH'];
  if (told && !existsSync(told)) throw new Error(`CHROMIUM_PATH names ${told}, where nothing is.`);
  return told ?? [...USUAL_PATHS, chromium.executablePath()].find((path) => existsSync(path));
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

export const launchChromium = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('There is no Chromium. Run "npm run chromium" to install one, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: QUIET });
};
