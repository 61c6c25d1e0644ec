import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPONENTS } from '../../src/components/registry.ts';
import type { Step } from '../../src/domain/workflow.ts';
import { firstWorkflows } from '../../src/operations/first-workflows.ts';
import { readWorkflow } from '../../src/roles/run-arguments.ts';
import { openModelOnDemand } from '../../src/worker/model-on-demand.ts';
import type { Bench } from '../bench.ts';
import { CUTOUTS_ONLY, NEEDED_PARAMS } from '../costed-components.ts';
import { makeCostedPicture } from '../costed-pictures.ts';
import { lanePeak } from '../lane-peak.ts';
import { LIMITS } from '../limits.ts';
import { progress } from '../measure.ts';
import { modelOptions } from '../model-options.ts';
import { describeMachine } from '../report.ts';

const COOKBOOK = join(import.meta.dirname, '../../../docs/cookbook');
const FILE = join(import.meta.dirname, '../memory.md');

/** By the width of the sample, whose ratio is 4:3. */
const SIZES = [
  { name: '12 MP', width: 4000, mostMb: 350 },
  { name: '50 MP', width: 8160, mostMb: 900 },
] as const;

type Subject = { what: string; steps: Step[]; cutout?: boolean };

export const memoryBench: Bench = {
  name: 'memory',
  sentence: 'the most memory that a fresh lane ever holds, for every recipe, workflow and component',
  run: async ({ folder, effort, endLater }) => {
    const model = openModelOnDemand(modelOptions());
    endLater(model.close);
    const subjects = await allSubjects();
    const output = join(folder, 'output');
    const table = subjects.map(({ what }) => [what]);
    const rows = [];
    for (const { name, width, mostMb } of effort < 1 ? SIZES.slice(0, 1) : SIZES) {
      const photo = await makeCostedPicture(folder, width);
      const cutout = await makeCostedPicture(folder, width, { cutout: true });
      const over: string[] = [];
      for (const [index, subject] of subjects.entries()) {
        const { inputs } = subject.cutout ? cutout : photo;
        const { peakBytes, failure } = await lanePeak(
          { steps: subject.steps, inputs, output, limits: LIMITS },
          model,
        );
        const megabytes = Math.round(peakBytes / 1e6);
        const cell = failure ? `failed at ${megabytes}: ${failure}` : String(megabytes);
        table[index]!.push(megabytes > mostMb || failure ? `**${cell}**` : cell);
        if (megabytes > mostMb || failure) over.push(subject.what);
        progress(`${name} ${subject.what}: ${cell} MB`);
      }
      rows.push({
        what: `${name} in a fresh lane: recipes, workflows and components over ${mostMb} MB`,
        darkroom: over.join(', ') || 'none',
        reference: `${subjects.length} in all`,
        value: over.length,
        unit: '' as const,
        target: { atMost: 0 },
      });
      if (effort === 1) await writeFile(FILE, pageOf(table));
    }
    return rows;
  },
};

const allSubjects = async (): Promise<Subject[]> => {
  const recipes = (await readdir(COOKBOOK)).filter((name) => name.endsWith('.json')).sort();
  const cooked = recipes.map(async (recipe) => ({
    what: `recipe ${recipe.replace('.json', '')}`,
    steps: (await readWorkflow(join(COOKBOOK, recipe))).steps,
  }));
  const stepOf = (component: string, params = {}): Step => ({ id: 'step', component, params });
  return [
    ...(await Promise.all(cooked)),
    ...firstWorkflows().map(({ name, steps }) => ({ what: `workflow ${name}`, steps })),
    ...COMPONENTS.map(({ name }) => ({
      what: name,
      steps: [stepOf(name, NEEDED_PARAMS[name])],
      cutout: CUTOUTS_ONLY.includes(name),
    })),
    ...['png', 'webp', 'avif', 'tiff'].map((format) => ({
      what: `convert to ${format}`,
      steps: [stepOf('convert', { format })],
    })),
    { what: 'remove-background, studio', steps: [stepOf('remove-background', { method: 'studio' })] },
  ];
};

const pageOf = (table: string[][]): string => `# Memory of a lane

The most that a fresh lane process ever held, all of it counted, in MB; about 85 of them are there before the first
picture. ${describeMachine()}. Made by \`npm run bench -- memory\`.

| what | ${SIZES.map(({ name, mostMb }) => `${name}, at most ${mostMb}`).join(' | ')} |
|---|${SIZES.map(() => '---|').join('')}
${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
