import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Size } from '../../src/components/definition/component.ts';
import { COMPONENTS, findComponent } from '../../src/components/registry.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { type Costs, sizeForCost } from '../../src/components/steps/cost-of.ts';
import { readParams } from '../../src/components/steps/read-params.ts';
import { RESULT_FORMATS } from '../../src/domain/images/image-formats.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import type { Bench } from '../bench.ts';
import { CUTOUTS_ONLY, NEEDED_PARAMS } from '../costs/costed-components.ts';
import { type CostedImage, makeCostedImage } from '../costs/costed-images.ts';
import { LIMITS } from '../costs/limits.ts';
import { modelOptions } from '../costs/model-options.ts';
import { leastCpuMs, openStepTimer, type TimedStep } from '../costs/step-timer.ts';
import { makeImages, TINY } from '../images.ts';
import { progress } from '../measure.ts';
import { describeMachine } from '../report.ts';

const FILE = join(import.meta.dirname, '../../src/components/steps/costs.json');

type ImageKind = NonNullable<Parameters<typeof makeCostedImage>[2]>;

/** Two widths of images. From its costs at both, a step gets a fixed cost and a cost per megapixel. */
const WIDTHS = [800, 2400] as const;

/** Settings that change the cost of a step considerably. */
const SETTINGS: TimedStep[] = [
  ...RESULT_FORMATS.flatMap((format) =>
    ['fast', 'usual', 'small'].map((effort): TimedStep => ['convert', { format, effort }]),
  ),
  ['convert', { format: 'webp', lossless: true }],
  ['convert', { format: 'avif', lossless: true }],
  ['remove-background', { method: 'studio' }],
  ['remove-background', { method: 'model' }],
  ['shadow', { kind: 'drop' }],
  ['shadow', { kind: 'reflection' }],
  ['sharpen', { method: 'fine' }],
  ['add-background', { fill: 'linear' }],
];
const INPUT_FORMATS = ['jpeg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const;
const SHRUNK_FORMATS = ['jpeg', 'webp'] as const;

export const costsBench: Bench = {
  name: 'costs',
  description: 'what each component costs for each megapixel: kept, and what deadlines and estimates go by',
  run: async ({ folder, effort, atTheEnd }) => {
    const model = openModelOnDemand(modelOptions());
    atTheEnd(model.close);
    const timer = openStepTimer(folder, model);

    const made = new Map<string, Promise<CostedImage[]>>();
    const imagesOf = (kind: ImageKind = {}): Promise<CostedImage[]> => {
      const key = JSON.stringify(kind);
      const images =
        made.get(key) ?? Promise.all(WIDTHS.map((width) => makeCostedImage(folder, width, kind)));
      made.set(key, images);
      return images;
    };
    const fit = async (
      measure: (image: CostedImage) => Promise<number>,
      kind?: ImageKind,
      megapixelsOf = ({ megapixels }: CostedImage) => megapixels,
    ) => {
      const [small, large] = (await imagesOf(kind)) as [CostedImage, CostedImage];
      // Measure the large image first, so that the code is compiled before the small image, whose short time
      // compiling would distort.
      const largeMs = await measure(large);
      const smallMs = await measure(small);
      const perMegapixel = Math.max(0, (largeMs - smallMs) / (megapixelsOf(large) - megapixelsOf(small)));
      return {
        ms: rounded(Math.max(0, smallMs - perMegapixel * megapixelsOf(small))),
        msPerMegapixel: rounded(perMegapixel),
      };
    };
    const costOfStep = async ([name, given]: TimedStep) => {
      const kind = CUTOUTS_ONLY.includes(name) ? { cutout: true } : {};
      const step: TimedStep = [name, { ...NEEDED_PARAMS[name], ...given }];
      const cost = await fit(
        ({ inputs }) => timer.step(step, inputs),
        kind,
        ({ width, height }) => megapixelsWorkedOn(step, { width, height }),
      );
      progress(`${name} ${JSON.stringify(given)}: ${cost.ms} ms and ${cost.msPerMegapixel} ms a megapixel`);
      return cost;
    };

    // Load the model before measuring it.
    const [first] = await imagesOf();
    await timer.step(['remove-background', { method: 'model' }], first!.inputs);
    const [tiny] = await makeImages(join(folder, 'tiny'), TINY, 1);
    const output = join(folder, 'output');
    const job = { steps: [], inputs: { default: tiny! }, output, limits: LIMITS };
    const jobMs = rounded(await leastCpuMs(() => applySteps(job)));
    const reference = await fit(({ inputs }) =>
      leastCpuMs(() =>
        sharp(inputs.default)
          .resize(WIDTHS[0] / 2)
          .jpeg()
          .toBuffer(),
      ),
    );

    const costs: Costs = {
      machine: describeMachine(),
      reference: {
        what: 'decode, resize to 400 pixels and encode as JPEG',
        msPerMegapixel: reference.msPerMegapixel,
      },
      jobMs,
      inputs: {},
      shrunkInputs: {},
      components: {},
      settings: [],
      repeatedEncoding: 1,
    };
    for (const format of INPUT_FORMATS)
      costs.inputs[format] = await fit(({ inputs }) => timer.decoding(inputs), { format });
    costs.inputs['heif'] = costs.inputs['avif']!;
    for (const format of SHRUNK_FORMATS)
      costs.shrunkInputs[format] = await fit(
        ({ inputs }) => timer.decodingAndStep(['resize', { width: WIDTHS[0] / 2 }], inputs),
        { format },
      );
    for (const { name } of COMPONENTS) costs.components[name] = await costOfStep([name, {}]);
    for (const [component, params] of SETTINGS)
      costs.settings.push({ component, params, cost: await costOfStep([component, params]) });

    const { inputs } = (await imagesOf()).at(-1)!;
    const once = await timer.step(['convert', {}], inputs);
    const searched = await timer.step(['convert', { maxBytes: 200_000 }], inputs);
    costs.repeatedEncoding = rounded(searched / once);
    if (effort === 1) await writeFile(FILE, `${JSON.stringify(costs, null, 2)}\n`);
    return [];
  },
};

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

const megapixelsWorkedOn = ([name, given]: TimedStep, size: Size): number => {
  const component = findComponent(name)!;
  const reading = readParams(component, given);
  if (reading.wrong) throw new Error(`${name} ${reading.wrong.param} ${reading.wrong.must}`);
  const { width, height } = sizeForCost({ component, params: reading.params }, size);
  return (width * height) / 1e6;
};
