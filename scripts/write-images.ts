// Renders the images of README.md, docs/components.md and docs/cookbook.md from the samples: `npm run docs:images`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOtherInputs, openOtherTableInputs, openSample } from '../service/samples/open-sample.ts';
import { COMPONENTS } from '../service/src/components/registry.ts';
import { readConfig } from '../service/src/config.ts';
import { outputsOf } from '../service/src/domain/workflows/workflow.ts';
import { firstWorkflows, PACKSHOT_NAME } from '../service/src/operations/workflows/first-workflows.ts';
import { readWorkflow } from '../service/src/programs/run-files/run-arguments.ts';
import { imageLimits, openLanes } from '../service/src/programs/serving/open-lanes.ts';
import { EXAMPLES } from './component-examples.ts';
import { RECIPE_PHOTOS } from './recipe-photos.ts';

const COOKBOOK = join(import.meta.dirname, '../docs/cookbook');
const SAMPLES = join(import.meta.dirname, '../service/samples');
const FOLDER = join(import.meta.dirname, '../docs/components');
const README_IMAGE = join(import.meta.dirname, '../docs/images/packshot.jpg');
const WIDTH = 480;
const MOST_BYTES = 60_000;

const EXAMPLE_BEFORE_AFTER: [string, Record<string, unknown>] = [
  'collage',
  {
    inputs: ['1', '2'],
    columns: 3,
    cellWidth: 420,
    cellHeight: 420,
    fit: 'cover',
    gap: 8,
    background: '#eceae6',
  },
];

/** Two strokes over the shoulder of the dress, which the method `studio` takes for the background. */
const HINTED = [
  {
    points: [
      [0.49, 0.12],
      [0.47, 0.16],
      [0.445, 0.175],
      [0.42, 0.18],
    ],
    size: 0.008,
  },
  {
    points: [
      [0.47, 0.17],
      [0.48, 0.2],
    ],
    size: 0.01,
  },
];

const config = readConfig({});
const { lanes, close } = openLanes(config, 1);
const limits = imageLimits(config);
const work = mkdtempSync(join(tmpdir(), 'darkroom-docs-'));
mkdirSync(FOLDER, { recursive: true });

const run = (
  steps: [component: string, params: Record<string, unknown>][],
  inputs: Record<string, string>,
  output: string,
) =>
  lanes[0]!.apply(
    {
      steps: steps.map(([component, params], index) => ({ id: `s${index}`, component, params })),
      inputs: inputs as { default: string },
      output,
      limits,
    },
    AbortSignal.timeout(120_000),
  );

const others: Record<string, string> = {};
for (const [name, image] of Object.entries(openOtherInputs(WIDTH))) {
  others[name] = join(work, `input-${name}.png`);
  await image.png().toFile(others[name]);
}
for (const [name, text] of Object.entries(openOtherTableInputs())) {
  others[name] = join(work, `input-${name}.cube`);
  writeFileSync(others[name], text);
}
const only = process.argv.slice(2);
for (const { name } of COMPONENTS.filter((component) => only.length === 0 || only.includes(component.name))) {
  const { of = 'photo', params } = EXAMPLES[name]!;
  const before = join(work, 'before.png');
  const after = join(work, 'after');
  const { width, height } = await (await openSample(of, WIDTH)).png().toFile(before);
  const asIs: [string, Record<string, unknown>][] =
    name === 'convert' ? [] : [['convert', { format: 'png' }]];
  await run([[name, params], ...asIs], { ...others, default: before }, after);
  const comparison = join(FOLDER, `${name}.jpg`);
  // Fits the images before and after the step into frames of the same size; transparent areas become the gray
  // of the page.
  const frame = width > height ? { width: 360, height: 270 } : { width: 300, height: 330 };
  const fit = ['resize', { ...frame, fit: 'contain', background: '#eceae6', enlarge: true }] as const;
  const sides = [join(work, 'left.png'), join(work, 'right.png')] as const;
  for (const [from, to] of [
    [before, sides[0]],
    [after, sides[1]],
  ] as const)
    await run(
      [['add-background', { colour: '#eceae6' }], [...fit], ['convert', { format: 'png' }]],
      { default: from },
      to,
    );
  await run(
    [
      ['compare', { input: '1', gap: 2 }],
      ['convert', { quality: 84, maxBytes: MOST_BYTES, effort: 'small' }],
    ],
    { default: sides[1], 1: sides[0] },
    comparison,
  );
  console.log(`${name} ${statSync(comparison).size}`);
}
/** Shows the files of one execution side by side. */
const showAll = async (files: string[], output: string) => {
  const inputs = Object.fromEntries(files.map((file, index) => [String(index + 1), file]));
  const [first, ...others] = Object.keys(inputs);
  const cell = { columns: files.length, cellWidth: 240, cellHeight: 420, fit: 'contain', gap: 10 };
  await run(
    [
      ['add-background', { colour: '#d8d5cf' }],
      ['collage', { inputs: others, ...cell, background: '#d8d5cf' }],
      ['convert', { quality: 84, effort: 'small' }],
    ],
    { ...inputs, default: inputs[first!]! },
    output,
  );
};

// Recipes with a second input are shown on these two images: `odd`, one of a series, came out too warm and
// should get the colours of `example`.
const odd = join(work, 'odd.png');
await (await openSample('warm-carton', 1200)).png().toFile(odd);
const example = join(SAMPLES, 'mug.jpg');
for (const file of readdirSync(COOKBOOK).filter((name) => name.endsWith('.json'))) {
  const recipe = file.replace('.json', '');
  if (only.length > 0 && !only.includes(recipe)) continue;
  const { steps, inputs } = await readWorkflow(join(COOKBOOK, file));
  const followsExample = '1' in inputs;
  const photo = followsExample ? odd : join(SAMPLES, RECIPE_PHOTOS[recipe]!);
  const made = join(work, 'made');
  const outputs = Object.fromEntries(outputsOf(steps).map((name) => [name, join(work, `made-${name}`)]));
  await lanes[0]!.apply(
    { steps, inputs: { default: photo, 1: example }, output: made, outputs, limits },
    AbortSignal.timeout(120_000),
  );
  if (Object.keys(outputs).length > 0) {
    await showAll([...Object.values(outputs), made], join(COOKBOOK, `${recipe}.jpg`));
    console.log(recipe);
    continue;
  }
  await run(
    [
      ...(followsExample ? [EXAMPLE_BEFORE_AFTER] : []),
      ['add-background', { colour: '#eceae6' }],
      ['resize', { width: followsExample ? 640 : 420, height: 420 }],
      ['convert', { quality: 84, effort: 'small' }],
    ],
    followsExample ? { default: example, 1: photo, 2: made } : { default: made },
    join(COOKBOOK, `${recipe}.jpg`),
  );
  console.log(recipe);
}
if (only.length === 0 || only.includes('hints')) {
  // Shows the photo with the marks, the cut-out made without the marks, and the one made with them.
  const photo = join(SAMPLES, 'dress.jpg');
  const sides = [photo, join(work, 'without'), join(work, 'with')] as const;
  const settings = [{}, { keep: HINTED }];
  for (const [index, params] of settings.entries())
    await run(
      [
        ['remove-background', { method: 'studio', ...params }],
        ['add-background', { colour: '#d8a0ac' }],
        ['convert', { format: 'png' }],
      ],
      { default: photo },
      sides[index + 1]!,
    );
  for (const [index, side] of sides.entries())
    await run(
      [
        ['crop', { by: 'pixels', width: 520, height: 520, position: 'north' }],
        ['convert', { format: 'png' }],
      ],
      { default: side },
      join(work, `hints-${index}`),
    );
  const [first, second, third] = sides.map((_, index) => join(work, `hints-${index}`));
  await run(
    [
      ['collage', { inputs: ['1', '2'], columns: 3, cellWidth: 360, cellHeight: 360, gap: 8 }],
      ['convert', { quality: 84, effort: 'small' }],
    ],
    { default: first!, 1: second!, 2: third! },
    join(import.meta.dirname, '../docs/images/hints.jpg'),
  );
  console.log('hints');
}
if (only.length === 0 || only.includes('packshot')) {
  const photo = join(SAMPLES, 'mug.jpg');
  const made = join(work, 'packshot');
  const { steps } = firstWorkflows().find(({ name }) => name === PACKSHOT_NAME)!;
  await run(
    steps.map(({ component, params }) => [component, params]),
    { default: photo },
    made,
  );
  await run(
    [
      ['collage', { inputs: ['1'], cellWidth: 800, cellHeight: 600, gap: 0, fit: 'contain' }],
      ['convert', { quality: 88, effort: 'small' }],
    ],
    { default: photo, 1: made },
    README_IMAGE,
  );
  console.log('packshot');
}
await close();
rmSync(work, { recursive: true });
