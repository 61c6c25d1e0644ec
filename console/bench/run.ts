// Measures the console in a real Chromium on the shipped build: `npm run bench:console`, or with names of benches.
import { openConsole } from '../test/support/console.ts';
import { droppedFiles } from './dropped-files.ts';

/**
 * A measured value and its limit. One of the two is computed from another measurement of the same run, so that the
 * speed of the machine matters little.
 */
export type Measured = { name: string; value: number; limit: number; unit: string; detail: string };

const BENCHES = { 'dropped-files': droppedFiles };

const wanted = process.argv.slice(2);
const app = await openConsole();
const measured: Measured[] = [];
try {
  for (const [name, bench] of Object.entries(BENCHES))
    if (wanted.length === 0 || wanted.includes(name)) measured.push(...(await bench(app)));
} finally {
  await app.close();
}
for (const { name, value, limit, unit, detail } of measured)
  console.log(
    `${value <= limit ? 'ok  ' : 'OVER'} ${name}: ${value.toFixed(2)}${unit} (limit ${limit.toFixed(2)}${unit}); ${detail}`,
  );
if (measured.some(({ value, limit }) => value > limit)) process.exitCode = 1;
