// Runs all checks of the source at once, and prints what each found.
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
