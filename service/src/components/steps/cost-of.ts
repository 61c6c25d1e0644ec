import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import { MOST_PIXELS } from '../catalogue/geometry/most-pixels.ts';
import { type Component, type Size, STAGES, type StepImageFacts } from '../definition/component.ts';
import { findComponent } from '../registry.ts';
import { conditionHolds } from './condition-holds.ts';
import type { PreparedStep } from './prepared-step.ts';
import { readParams } from './read-params.ts';

/** A measured cost: a fixed part, and a part for each megapixel. */
export type Cost = { ms: number; msPerMegapixel: number };

type CostVariant = { component: string; params: Record<string, unknown>; cost: Cost };

/** The results of `npm run bench -- costs`, which are kept in costs.json together with the name of the machine. */
export type Costs = {
  machine: string;
  /**
   * The time that the measured machine takes for a plain sharp pipeline. The ratio to the time of another machine
   * scales all figures to that machine.
   */
  reference: { what: string; msPerMegapixel: number };
  /** The cost of an empty job on a tiny image. */
  jobMs: number;
  /** Decoding. */
  inputs: Record<string, Cost>;
  /** The cost of decoding and shrinking by a large factor at once, for decoders that can do so. */
  shrunkInputs: Record<string, Cost>;
  /** The cost of each component with default parameters. */
  components: Record<string, Cost>;
  /**
   * The cost of components with parameters that change it. Of the entries that match a step, the one with the most
   * parameters applies.
   */
  settings: CostVariant[];
  /** The cost of a search for the best quality within a file size, as a multiple of one encoding. */
  repeatedEncoding: number;
};

const COSTS: Costs = JSON.parse(readFileSync(join(import.meta.dirname, 'costs.json'), 'utf8'));

/** The measured cost of a component with its default parameters, and with parameters that change it. */
export const costOfComponent = (
  name: string,
): { usual: Cost; variants: Omit<CostVariant, 'component'>[] } => ({
  usual: COSTS.components[name] ?? NO_COST,
  variants: COSTS.settings
    .filter(({ component }) => component === name)
    .map(({ params, cost }) => ({ params, cost })),
});
const NO_COST: Cost = { ms: 0, msPerMegapixel: 0 };

/** The main input: its upright size and the format of its file. */
export type CostedInput = Size & { format?: ImageFormat | undefined };

export type StepCost = { step: Step; ms: number };
type ExpectedCost = { ms: number; steps: StepCost[] };

/** The assumed input for images that were uploaded before sizes were recorded. */
const USUAL_INPUT: CostedInput = { width: 1600, height: 1200, format: 'jpeg' };

/** Predicts how long the steps take on the measured machine, in total and for each step. A call takes 6 to 16 us. */
export const costOf = (steps: readonly Step[], input: CostedInput = USUAL_INPUT): ExpectedCost => {
  const format = input.format ?? 'jpeg';
  let size: Size = { width: input.width, height: input.height };
  let total = COSTS.jobMs;
  let opening: number | undefined = timesArea(COSTS.inputs[format], size);
  let encoding: { costed: CostedStep; times: number } | undefined;
  const costs: StepCost[] = [];
  const add = (step: Step, ms: number) => {
    costs.push({ step, ms });
    total += ms;
  };
  const encodingMs = () =>
    encoding
      ? encoding.times * timesArea(rateOf(encoding.costed), size)
      : timesArea(rateOf({ name: 'convert', params: { format } }), size);
  const apply = (step: Step): void => {
    const costed = costedStep(step);
    if (!costed || !mayApply(step, { ...size, format })) return;
    const { component } = costed;
    if (component.encode) {
      encoding = { costed, times: component.encodesRepeatedly(costed.params) ? COSTS.repeatedEncoding : 1 };
      return;
    }
    const before = size;
    size = withinBound(component.sizeAfter?.(costed.params, before) ?? before, before);
    const shrinking = opening === undefined ? undefined : COSTS.shrunkInputs[format];
    if (shrinking && shrinksOnLoad(costed, before, size)) {
      opening = 0;
      add(step, timesArea(shrinking, before));
    } else add(step, timesArea(rateOf(costed), sizeForCost(costed, before)));
    total += opening ?? 0;
    opening = undefined;
  };
  for (const [position, step] of steps.entries()) {
    apply(step);
    if (step.output && position < steps.length - 1) add(step, encodingMs());
  }
  total += opening ?? 0;
  const lastEncoding = encoding as { costed: CostedStep } | undefined;
  if (lastEncoding) add(lastEncoding.costed.step, encodingMs());
  else total += encodingMs();
  return { ms: total, steps: costs };
};

type CostedStep = PreparedStep & { step: Step };

/** Returns undefined for a step that cannot run: it fails at once and costs nothing. */
const costedStep = (step: Step): CostedStep | undefined => {
  const component = findComponent(step.component);
  const reading = component && readParams(component, step.params);
  return component && reading && !reading.wrong ? { step, component, params: reading.params } : undefined;
};

/**
 * True when the size and the format meet the condition. A condition on transparency counts as met, because the
 * transparency is not known yet.
 */
const mayApply = ({ when }: Step, facts: Omit<StepImageFacts, 'hasAlpha'>): boolean =>
  when === undefined || conditionHolds(when, { ...facts, hasAlpha: when.hasAlpha ?? false });

/**
 * The size that determines the cost of a step: the size before it, or the size after it if the step enlarges the image.
 */
export const sizeForCost = ({ component, params }: PreparedStep, before: Size): Size => {
  const after = component.sizeAfter?.(params, before) ?? before;
  const enlarges = (component.enlargement?.(params, before) ?? 1) > 1;
  return enlarges && areaOf(after) > areaOf(before) ? after : before;
};

const shrinksOnLoad = ({ component, params }: PreparedStep, before: Size, after: Size): boolean =>
  component.run !== undefined &&
  !component.needsSize &&
  STAGES.indexOf(component.stages(params)[1]) >= STAGES.indexOf('resize') &&
  Math.max(after.width / before.width, after.height / before.height) <= SHRINKS_FROM;

/** Decoders can only shrink by powers of two, so the result may have at most half of the size. */
const SHRINKS_FROM = 0.5;

const rateOf = ({ name, component, params }: { name?: string; component?: Component; params: object }) => {
  const wanted = name ?? component?.name ?? '';
  const given = params as Record<string, unknown>;
  let best: CostVariant | undefined;
  for (const entry of COSTS.settings)
    if (
      entry.component === wanted &&
      sizeOf(entry.params) > sizeOf(best?.params) &&
      Object.entries(entry.params).every(([param, value]) => given[param] === value)
    )
      best = entry;
  return best?.cost ?? COSTS.components[wanted];
};

/**
 * Limits the size to MOST_PIXELS, or to the size before the step if that is larger. Larger results are refused and
 * cost nothing, and for some steps the size is only an upper bound.
 */
const withinBound = (after: Size, before: Size): Size => {
  const most = Math.max(MOST_PIXELS, areaOf(before));
  const times = Math.min(1, Math.sqrt(most / areaOf(after)));
  return { width: after.width * times, height: after.height * times };
};

const sizeOf = (params: object | undefined): number => (params ? Object.keys(params).length : 0);
const areaOf = ({ width, height }: Size): number => width * height;
const timesArea = (cost: Cost | undefined, size: Size): number =>
  cost ? cost.ms + (cost.msPerMegapixel * areaOf(size)) / 1e6 : 0;
