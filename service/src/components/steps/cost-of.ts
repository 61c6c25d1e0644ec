import { readFileSync } from 'node:fs';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import { MOST_PIXELS } from '../catalogue/geometry/most-pixels.ts';
import { type Component, type Size, STAGES, type StepImageFacts } from '../definition/component.ts';
import { findComponent } from '../registry.ts';
import { conditionHolds } from './condition-holds.ts';
import { readParams } from './read-params.ts';
import type { Turn } from './step-turn.ts';

/** What was measured: milliseconds whatever the size, and for each megapixel. */
type Cost = { ms: number; msPerMegapixel: number };

/** The kept figures of `npm run bench -- costs`, of the machine that is named there. */
export type Costs = {
  machine: string;
  /** What the machine takes for a plain sharp pipeline: another machine's figures are to these as its own is. */
  reference: { what: string; msPerMegapixel: number };
  /** For an empty job on a tiny image. */
  jobMs: number;
  /** Decoding. */
  inputs: Record<string, Cost>;
  /** Decoding and making much smaller, where the decoder can do both at once. */
  shrunkInputs: Record<string, Cost>;
  /** With default parameters. */
  components: Record<string, Cost>;
  /** With parameters that make it dearer or cheaper; the entry that names most of a step's parameters holds. */
  settings: { component: string; params: Record<string, unknown>; cost: Cost }[];
  /** How many encodings a search for the best quality is worth. */
  repeatedEncoding: number;
};

const COSTS: Costs = JSON.parse(readFileSync(new URL('./costs.json', import.meta.url), 'utf8'));

/** The main input: its size, upright, and the format of its file. */
export type CostedInput = Size & { format?: ImageFormat | undefined };

export type StepCost = { step: Step; ms: number };
export type ExpectedCost = { ms: number; steps: StepCost[] };

/** Nothing is known of images that were taken in before their size was written down. */
const USUAL_INPUT: CostedInput = { width: 1600, height: 1200, format: 'jpeg' };

/** How long the steps should take on the machine that was measured, in total and each. Takes 6 to 16 us. */
export const costOf = (steps: readonly Step[], input: CostedInput = USUAL_INPUT): ExpectedCost => {
  const format = input.format ?? 'jpeg';
  let size: Size = { width: input.width, height: input.height };
  let total = COSTS.jobMs;
  let opening: number | undefined = timesArea(COSTS.inputs[format], size);
  let encoding: { turn: CostedStep; times: number } | undefined;
  const costs: StepCost[] = [];
  const add = (step: Step, ms: number) => {
    costs.push({ step, ms });
    total += ms;
  };
  for (const step of steps) {
    const turn = costedStep(step);
    if (!turn || !mayApply(step, { ...size, format })) continue;
    const { component } = turn;
    if (component.encode) {
      encoding = { turn, times: component.repeats(turn.params) ? COSTS.repeatedEncoding : 1 };
      continue;
    }
    const before = size;
    size = withinBound(component.sizeAfter?.(turn.params, before) ?? before, before);
    const shrinking = opening === undefined ? undefined : COSTS.shrunkInputs[format];
    if (shrinking && shrinksOnLoad(turn, before, size)) {
      opening = 0;
      add(step, timesArea(shrinking, before));
    } else add(step, timesArea(rateOf(turn), workedOn(turn, before)));
    total += opening ?? 0;
    opening = undefined;
  }
  total += opening ?? 0;
  if (encoding) add(encoding.turn.step, encoding.times * timesArea(rateOf(encoding.turn), size));
  else total += timesArea(rateOf({ name: 'convert', params: { format } }), size);
  return { ms: total, steps: costs };
};

type CostedStep = Turn & { step: Step };

/** Undefined for what cannot run: it fails at once and costs nothing. */
const costedStep = (step: Step): CostedStep | undefined => {
  const component = findComponent(step.component);
  const reading = component && readParams(component, step.params);
  return component && reading && !reading.wrong ? { step, component, params: reading.params } : undefined;
};

/** By size and format; whether an image is transparent shows only on the way. */
const mayApply = ({ when }: Step, facts: Omit<StepImageFacts, 'hasAlpha'>): boolean =>
  when === undefined || conditionHolds(when, { ...facts, hasAlpha: when.hasAlpha ?? false });

/** What a step costs goes by what it is given; where it makes the image itself larger, by what it makes. */
export const workedOn = ({ component, params }: Turn, before: Size): Size => {
  const after = component.sizeAfter?.(params, before) ?? before;
  const enlarges = (component.enlargement?.(params, before) ?? 1) > 1;
  return enlarges && areaOf(after) > areaOf(before) ? after : before;
};

const shrinksOnLoad = ({ component, params }: Turn, before: Size, after: Size): boolean =>
  component.run !== undefined &&
  !component.measures &&
  STAGES.indexOf(component.place(params)[1]) >= STAGES.indexOf('resize') &&
  Math.max(after.width / before.width, after.height / before.height) <= SHRINKS_FROM;

/** Decoders make images smaller by whole powers of two. */
const SHRINKS_FROM = 0.5;

const rateOf = ({ name, component, params }: { name?: string; component?: Component; params: object }) => {
  const wanted = name ?? component?.name ?? '';
  const given = params as Record<string, unknown>;
  let best: Costs['settings'][number] | undefined;
  for (const entry of COSTS.settings)
    if (
      entry.component === wanted &&
      sizeOf(entry.params) > sizeOf(best?.params) &&
      Object.entries(entry.params).every(([param, value]) => given[param] === value)
    )
      best = entry;
  return best?.cost ?? COSTS.components[wanted];
};

/** What is larger is refused, so that it costs nothing; some steps only know how large it is at most. */
const withinBound = (after: Size, before: Size): Size => {
  const most = Math.max(MOST_PIXELS, areaOf(before));
  const times = Math.min(1, Math.sqrt(most / areaOf(after)));
  return { width: after.width * times, height: after.height * times };
};

const sizeOf = (params: object | undefined): number => (params ? Object.keys(params).length : 0);
const areaOf = ({ width, height }: Size): number => width * height;
const timesArea = (cost: Cost | undefined, size: Size): number =>
  cost ? cost.ms + (cost.msPerMegapixel * areaOf(size)) / 1e6 : 0;
