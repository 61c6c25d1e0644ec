import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { RESULTS, type Row, report, runTimeIn } from './report.ts';
import { allScenes } from './scene.ts';
import { SIDE, scoreScene } from './score-scene.ts';

/** `node service/bench/matting/run.ts [family or set]`: scores every method. A full run is written to results.md. */

const only = process.argv[2];

const model = openModelOnDemand({
  declaration: SHIPPED_MODEL,
  threads: availableParallelism(),
  deadlineMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
});

const rows: Row[] = [];
for (const scene of allScenes())
  if (only === undefined || scene.family.name === only || scene.set === only)
    rows.push(await scoreScene(model, scene));
await model.close();

const text = report(rows, SIDE);
console.log(text);
if (only === undefined) await writeFile(RESULTS, `${text}\n${runTimeIn(await readFile(RESULTS, 'utf8'))}`);
