// Makes sure that there is a Chromium for the tests: Debian's package where this may install it, else Playwright's.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from './chromium.ts';

const run = (command: string, args: string[]): void => {
  console.log(`${command} ${args.join(' ')}`);
  execFileSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};

const installDebianPackage = (): void => {
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
};

const downloadForPlaywright = (): void => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  run(process.execPath, [join(folder, 'cli.js'), 'install', 'chromium']);
};

const WAYS = [
  ...(process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? [installDebianPackage] : []),
  downloadForPlaywright,
];

for (const install of WAYS) {
  if (findChromium()) break;
  try {
    install();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
if (!findChromium()) {
  console.error('The pages cannot be tested: no Chromium, and none could be installed. Set CHROMIUM_PATH.');
  process.exitCode = 1;
}
