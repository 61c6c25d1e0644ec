import { rmSync, writeFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import {
  IMAGE_FORMATS,
  type ImageFacts,
  RESULT_FORMATS,
  type ResultFormat,
} from '../../domain/images/image-formats.ts';
import { separateAlpha } from '../../pixels/separate-alpha.ts';
import { convert } from '../catalogue/output/convert.ts';
import type { Component, MostPixels, NotingHelp, Size } from '../definition/component.ts';
import { readParams } from '../steps/read-params.ts';
import type { Turn } from '../steps/step-turn.ts';
import { StepsFailure } from '../steps/steps-failure.ts';
import type { TraceRecorder } from '../steps/trace-recorder.ts';
import { readNotes } from './open-input.ts';
import { sharpOf } from './sharp-pixels.ts';
import { openAt, settle, type WorkingImage } from './working-image.ts';

type Encoding = Turn<Extract<Component, { encode: object }>>;
type Noting = Turn<Extract<Component, { annotate: object }>>;
type At = { position: number };

/** What waits for the end, wherever it stands in the list. */
export type Ending = { encoding?: Encoding & At; noting?: Noting & At; checks: (Turn & At)[] };

/** Keeps the step for the end; false when its turn is now. */
export const keepForTheEnd = (
  ending: Ending,
  { component, params }: Turn,
  position: number,
  recorder: TraceRecorder,
): boolean => {
  if (component.checkResult) ending.checks.push({ component, params, position });
  if (component.encode) {
    if (ending.encoding) recorder.skip(ending.encoding.position, 'superseded');
    ending.encoding = { component, params, position };
  } else if (component.annotate) {
    if (ending.noting) recorder.skip(ending.noting.position, 'superseded');
    ending.noting = { component, params, position };
  } else return false;
  return true;
};

export const positionsIn = ({ encoding, noting, checks }: Ending): number[] =>
  [encoding, noting, ...checks].filter((step) => step !== undefined).map(({ position }) => position);

/** Without a step that says otherwise the result has the format of the input, where that can be delivered. */
const usualEncoding = ({ format, hasAlpha }: WorkingImage): Encoding => {
  const same = RESULT_FORMATS.find((known) => known === format && (known !== 'jpeg' || !hasAlpha));
  const reading = readParams(convert, { format: same ?? (hasAlpha ? 'png' : 'jpeg') });
  if (reading.wrong || !convert.encode) throw new Error('convert refuses its own defaults');
  return { component: convert, params: reading.params };
};

/** Makes the file. `blame` turns what a component throws into what is told of it. */
export const encodeResult = async (
  working: WorkingImage,
  ending: Ending,
  job: { inputs: { default: string }; output: string },
  recorder: TraceRecorder,
  blame: (culprit: Component, error: unknown) => unknown,
): Promise<{ data: Buffer; facts: ImageFacts }> => {
  const kept = `${job.output}.kept`;
  let keeps = false;
  const help: Omit<NotingHelp, 'format'> = {
    warn: recorder.warn,
    notes: () => readNotes(job.inputs.default),
    keepFile: (bytes) => {
      keeps = true;
      writeFileSync(kept, bytes);
      return kept;
    },
  };
  try {
    return await makeFile(working, ending, help, recorder, blame);
  } finally {
    if (keeps) rmSync(kept, { force: true });
  }
};

const makeFile = async (
  working: WorkingImage,
  { encoding, noting, checks }: Ending,
  help: Omit<NotingHelp, 'format'>,
  recorder: TraceRecorder,
  blame: (culprit: Component, error: unknown) => unknown,
): Promise<{ data: Buffer; facts: ImageFacts }> => {
  const { component, params } = encoding ?? usualEncoding(working);
  const { format, background } = component.encodes(params);
  if (encoding) recorder.at(encoding.position);
  if (working.hasAlpha && format === 'jpeg')
    recorder.warn(`JPEG has no transparency: whatever was transparent was filled with ${background}.`);
  const parts = working.hasAlpha && component.partsAlpha(params);
  const size = await working.about();
  refuseFor(component.mostPixels(params, working.hasAlpha), size, component);
  const ready = parts || component.repeats(params) ? await settle(working) : working;
  const parted = parts ? separateAlpha(ready.pixels!) : undefined;
  let image = parted ? sharpOf(parted.colours) : await readyToEncode(ready, format, background);
  if (noting) {
    recorder.at(noting.position);
    const noted = noting.component.annotate(image, noting.params, { ...help, format });
    image = await Promise.resolve(noted).catch((error) => {
      throw blame(noting.component, error);
    });
    if (encoding) recorder.at(encoding.position);
  }
  const { data, info } = await component
    .encode(image, params, { size, alpha: parted?.alpha })
    .catch((error) => {
      throw error instanceof StepsFailure ? error : blame(component, error);
    });
  recorder.finished(info, encoding?.position, noting?.position);
  const facts: ImageFacts = {
    format,
    contentType: IMAGE_FORMATS[format].contentType,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
  for (const check of checks) {
    const wrong = check.component.checkResult?.(facts, check.params);
    if (!wrong) continue;
    recorder.at(check.position);
    throw new StepsFailure('component_failed', wrong, check.component.name);
  }
  return { data, facts };
};

/** What a format cannot be made of within a lane's memory is told before minutes are spent on it. */
const refuseFor = (most: MostPixels | undefined, { width, height }: Size, { name }: Component): void => {
  if (!most || width * height <= most.pixels) return;
  throw new StepsFailure(
    'component_failed',
    `${most.of} is made up to ${most.pixels / 1e6} megapixels, this image would have ${Math.ceil((width * height) / 1e6)}: ` +
      'put resize before, or choose another format.',
    name,
  );
};

const readyToEncode = async (
  working: WorkingImage,
  format: ResultFormat,
  background: string,
): Promise<Sharp> => {
  if (!working.hasAlpha) return working.image.removeAlpha();
  if (format !== 'jpeg') return working.image;
  return (await openAt(working, 'flatten')).image.flatten({ background });
};
