import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { COMPONENTS } from '../../src/components/registry.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { firstWorkflows } from '../../src/operations/workflows/first-workflows.ts';
import { readWorkflow } from '../../src/programs/run-files/run-arguments.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import type { Bench } from '../bench.ts';
import { CUTOUTS_ONLY, NEEDED_PARAMS } from '../costs/costed-components.ts';
import { makeCostedImage } from '../costs/costed-images.ts';
import { lanePeak } from '../costs/lane-peak.ts';
import { LIMITS } from '../costs/limits.ts';
import { modelOptions } from '../costs/model-options.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { progress } from '../measure.ts';
import { describeMachine } from '../report.ts';

const COOKBOOK = join(import.meta.dirname, '../../../docs/cookbook');
const FILE = join(import.meta.dirname, '../memory.md');
const ENCODER = join(import.meta.dirname, '../costs/encoder-process.ts');

/** The sizes by the width of the sample, whose aspect ratio is 4:3. */
const SIZES = [
  { name: '12 MP', width: 4000, megapixels: 12, mostMb: 350 },
  { name: '50 MP', width: 8160, megapixels: 50, mostMb: 900 },
] as const;

type Subject = { what: string; steps: Step[]; cutout?: boolean };

export const memoryBench: Bench = {
  name: 'memory',
  description: 'the most memory that a fresh lane ever holds, for every recipe, workflow and component',
  run: async ({ folder, effort, atTheEnd }) => {
    const model = openModelOnDemand(modelOptions());
    atTheEnd(model.close);
    // Uses a compile cache, as in a service that has run before: its lanes find their code compiled.
    enableCompileCache(join(folder, 'compiled'));
    const subjects = await allSubjects();
    const output = join(folder, 'output');
    const table = subjects.map(({ what }) => [what]);
    const floors: string[][] = ENCODERS.map(({ what }) => [what]);
    const rows = [];
    for (const { name, width, megapixels, mostMb } of effort < 1 ? SIZES.slice(0, 1) : SIZES) {
      const photo = await makeCostedImage(folder, width);
      const cutout = await makeCostedImage(folder, width, { cutout: true, format: 'png' });
      const peakOf = ({ steps, ...subject }: Subject) =>
        lanePeak({ steps, inputs: (subject.cutout ? cutout : photo).inputs, output, limits: LIMITS }, model);
      await peakOf({ what: 'the first lane, which leaves its compiled code', steps: [] });
      const over: string[] = [];
      for (const [index, subject] of subjects.entries()) {
        const { peakBytes, resultPixels = 0, failure } = await peakOf(subject);
        const megabytes = Math.round(peakBytes / 1e6);
        const resultMegapixels = Math.round(resultPixels / 1e6);
        // A format that refuses a too large image in advance stays below the memory limit, so that is no
        // failure.
        const refused = failure?.match(REFUSED);
        const isOver = (failure !== undefined && !refused) || megabytes > mostMb;
        const cell = refused
          ? `${megabytes}, refused above ${refused[1]} MP`
          : failure
            ? `failed at ${megabytes}: ${failure}`
            : String(megabytes);
        const larger = resultMegapixels > megapixels ? ` (result of ${resultMegapixels} MP)` : '';
        table[index]!.push(`${isOver ? `**${cell}**` : cell}${larger}`);
        if (isOver) over.push(subject.what);
        progress(`${name} ${subject.what}: ${cell} MB${larger}`);
      }
      for (const [index, { format, of }] of ENCODERS.entries()) {
        const child = fork(ENCODER, [(of === 'cutout' ? cutout : photo).inputs.default, format]);
        const [bytes] = await once(child, 'message');
        floors[index]!.push(String(Math.round(Number(bytes) / 1e6)));
      }
      rows.push({
        what: `${name} in a fresh lane: recipes, workflows and components over ${mostMb} MB`,
        darkroom: over.join(', ') || 'none',
        reference: `${subjects.length} in all`,
        value: over.length,
        unit: '' as const,
        target: { atMost: 0 },
      });
      if (effort === 1) await writeFile(FILE, pageOf(table, floors));
    }
    return rows;
  },
};

const REFUSED = / is limited to (\d+) megapixels, and this image would have /;

/** Encoders that take much memory by themselves. */
const ENCODERS = [
  { what: 'AVIF of a photo', format: 'avif', of: 'photo' },
  { what: 'AVIF with transparency', format: 'avif', of: 'cutout' },
  { what: 'lossless WebP of a photo', format: 'webp-lossless', of: 'photo' },
  { what: 'lossless WebP with transparency', format: 'webp-lossless', of: 'cutout' },
  { what: 'lossy WebP with transparency', format: 'webp', of: 'cutout' },
] as const;

const allSubjects = async (): Promise<Subject[]> => {
  const recipes = (await readdir(COOKBOOK)).filter((name) => name.endsWith('.json')).sort();
  const cooked = recipes.map(async (recipe) => ({
    what: `recipe ${recipe.replace('.json', '')}`,
    steps: (await readWorkflow(join(COOKBOOK, recipe))).steps,
  }));
  const stepOf = (component: string, params = {}): Step => ({ id: 'step', component, params });
  return [
    ...(await Promise.all(cooked)),
    ...[FIT_ON_WHITE, ...firstWorkflows()].map(({ name, steps }) => ({ what: `workflow ${name}`, steps })),
    ...COMPONENTS.map(({ name }) => ({
      what: name,
      steps: [stepOf(name, NEEDED_PARAMS[name])],
      cutout: CUTOUTS_ONLY.includes(name),
    })),
    ...['png', 'webp', 'avif', 'tiff'].map((format) => ({
      what: `convert to ${format}`,
      steps: [stepOf('convert', { format })],
    })),
    ...[
      { what: 'convert to webp, lossless', params: { format: 'webp', lossless: true } },
      { what: 'convert to avif, 4:4:4', params: { format: 'avif', chroma: '4:4:4' } },
      { what: 'convert to avif, lossless', params: { format: 'avif', lossless: true } },
    ].map(({ what, params }) => ({ what, steps: [stepOf('convert', params)] })),
    { what: 'convert to webp, transparent', steps: [stepOf('convert', { format: 'webp' })], cutout: true },
    {
      what: 'convert to webp, transparent and lossless',
      steps: [stepOf('convert', { format: 'webp', lossless: true })],
      cutout: true,
    },
    { what: 'convert to avif, transparent', steps: [stepOf('convert', { format: 'avif' })], cutout: true },
    ...['drop', 'reflection'].map((kind) => ({
      what: `shadow, ${kind}`,
      steps: [stepOf('shadow', { kind })],
      cutout: true,
    })),
    { what: 'remove-background, studio', steps: [stepOf('remove-background', { method: 'studio' })] },
    {
      what: 'remove-background and keep-shadow',
      steps: [stepOf('remove-background'), { ...stepOf('keep-shadow'), id: 'shadow' }],
    },
    { what: 'remove-background, glass', steps: [stepOf('remove-background', { glass: true })] },
  ];
};

const tableOf = (head: string, rows: string[][]): string =>
  [
    `| ${head} |`,
    `|---|${SIZES.map(() => '---|').join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

const pageOf = (table: string[][], floors: string[][]): string => `# Memory of a lane

The peak memory of a new lane process in MB. About 80 MB of it are used before the first image, and about 20 MB more in the
very first lane of an installation, which still has to compile its code.
${describeMachine()}. Made by \`npm run bench -- memory\`.

Photos are JPEG and cut-outs are PNG. The result has the same format unless the row names another. If the result is larger
than the input, the row gives its size; the limit is still that of the input.

${tableOf(`what | ${SIZES.map(({ name, mostMb }) => `${name}, at most ${mostMb}`).join(' | ')}`, table)}

## Memory of the encoders alone

The peak memory in MB of a process that only reads the image and writes it again with sharp. These encoders need the whole
image and their working data at once, 22 bytes per pixel and more; effort and bit depth do not change that. AVIF could be
assembled from several images, but Firefox does not show such files. So \`convert\` refuses, before it begins, an image that
would need more than 900 MB: \`resize\` it first, or choose another format. AVIF of
12 megapixels is just at the limit, from 343 to 351 MB, and with transparency above it.

Lossy WebP with transparency is encoded differently: libwebp encodes only the colours, and the service encodes the
transparency itself. For the sample cut-outs and shadows, 400 to 4000 pixels wide, the files have 92 to 104 % of the size of
libwebp's, with the same opacity in every pixel and equally accurate colours.

${tableOf(`what | ${SIZES.map(({ name }) => name).join(' | ')}`, floors)}
`;
