// Runs all checks of the source and the commands given as arguments at once, and prints the output of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

// TypeScript uses one checker: that takes two thirds of the processor time of several checkers, which share
// less of their work.
const CHECKS = [
  'tsc -p . --checkers 1',
  'tsc -p console --checkers 1',
  'biome check .',
  'knip',
  'tsc -p client --checkers 1',
  // `npm test` gives the installation of Chromium: it waits for the network, so it costs no time here.
  ...process.argv.slice(2),
];

const run = async (check: string): Promise<void> => {
  const child = spawn(check, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data));
  const [code] = await once(child, 'close');
  if (code !== 0) process.exitCode = 1;
  console.log(`${code === 0 ? '✔' : '✖'} ${check}`);
  process.stdout.write(Buffer.concat(output));
};

await Promise.all(CHECKS.map(run));
