// Makes sure that there is a Chromium for the tests; fails when there is none in the end.
import { execFileSync } from 'node:child_process';
import { findChromium } from './chromium.ts';
import { ensureChromium, installMethods } from './ensure-chromium.ts';

const isThere = ensureChromium(installMethods({ isRoot: process.getuid?.() === 0 }), {
  find: findChromium,
  log: (line) => console.error(line),
  run: (command, args) => {
    console.log([command, ...args].join(' '));
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync(command, args, { stdio: 'inherit', env });
  },
});
if (!isThere) process.exitCode = 1;
