import { adjust } from './catalogue/colour/adjust.ts';
import { curves } from './catalogue/colour/curves.ts';
import { duotone } from './catalogue/colour/duotone.ts';
import { exposure } from './catalogue/colour/exposure.ts';
import { grayscale } from './catalogue/colour/grayscale.ts';
import { lut } from './catalogue/colour/lut.ts';
import { matchColour } from './catalogue/colour/match-colour.ts';
import { recolour } from './catalogue/colour/recolour.ts';
import { tint } from './catalogue/colour/tint.ts';
import { whiteBalance } from './catalogue/colour/white-balance.ts';
import { blur } from './catalogue/detail/blur.ts';
import { clarity } from './catalogue/detail/clarity.ts';
import { denoise } from './catalogue/detail/denoise.ts';
import { sharpen } from './catalogue/detail/sharpen.ts';
import { spotClean } from './catalogue/detail/spot-clean.ts';
import { canvas } from './catalogue/geometry/canvas.ts';
import { crop } from './catalogue/geometry/crop.ts';
import { flip } from './catalogue/geometry/flip.ts';
import { resize } from './catalogue/geometry/resize.ts';
import { rotate } from './catalogue/geometry/rotate.ts';
import { straighten } from './catalogue/geometry/straighten.ts';
import { trim } from './catalogue/geometry/trim.ts';
import { upscale } from './catalogue/geometry/upscale.ts';
import { border } from './catalogue/layers/border.ts';
import { collage } from './catalogue/layers/collage.ts';
import { compare } from './catalogue/layers/compare.ts';
import { overlay } from './catalogue/layers/overlay.ts';
import { text } from './catalogue/layers/text.ts';
import { watermark } from './catalogue/layers/watermark.ts';
import { assert } from './catalogue/output/assert.ts';
import { convert } from './catalogue/output/convert.ts';
import { metadata } from './catalogue/output/metadata.ts';
import { addBackground } from './catalogue/subject/add-background.ts';
import { alignSeries } from './catalogue/subject/align-series.ts';
import { cropToSubject } from './catalogue/subject/crop-to-subject.ts';
import { keepShadow } from './catalogue/subject/keep-shadow.ts';
import { removeBackground } from './catalogue/subject/remove-background.ts';
import { shadow } from './catalogue/subject/shadow.ts';
import type { Component } from './definition/component.ts';

/** Every component, in the order in which the editor and the docs offer them. */
export const CATALOGUE: Record<string, readonly Component[]> = {
  'Cut-out': [removeBackground, addBackground, shadow, keepShadow],
  Framing: [canvas, resize, crop, cropToSubject, alignSeries, rotate, straighten, flip, trim],
  Colour: [whiteBalance, exposure, adjust, curves, matchColour, recolour, grayscale, duotone, tint, lut],
  Detail: [sharpen, denoise, clarity, blur, spotClean, upscale],
  Composing: [overlay, watermark, text, border, collage, compare],
  Output: [convert, metadata, assert],
};

export const COMPONENTS: readonly Component[] = Object.values(CATALOGUE).flat();

const byName = new Map(COMPONENTS.map((component) => [component.name, component]));

export const findComponent = (name: string): Component | undefined => byName.get(name);
