import { addBackground } from './add-background.ts';
import { adjust } from './adjust.ts';
import { assert } from './assert.ts';
import { blur } from './blur.ts';
import { border } from './border.ts';
import { canvas } from './canvas.ts';
import { clarity } from './clarity.ts';
import { collage } from './collage.ts';
import { compare } from './compare.ts';
import type { Component } from './component.ts';
import { convert } from './convert.ts';
import { crop } from './crop.ts';
import { cropToSubject } from './crop-to-subject.ts';
import { curves } from './curves.ts';
import { denoise } from './denoise.ts';
import { duotone } from './duotone.ts';
import { exposure } from './exposure.ts';
import { flip } from './flip.ts';
import { grayscale } from './grayscale.ts';
import { lut } from './lut.ts';
import { matchColour } from './match-colour.ts';
import { metadata } from './metadata.ts';
import { overlay } from './overlay.ts';
import { removeBackground } from './remove-background.ts';
import { resize } from './resize.ts';
import { rotate } from './rotate.ts';
import { shadow } from './shadow.ts';
import { sharpen } from './sharpen.ts';
import { spotClean } from './spot-clean.ts';
import { straighten } from './straighten.ts';
import { text } from './text.ts';
import { tint } from './tint.ts';
import { trim } from './trim.ts';
import { upscale } from './upscale.ts';
import { watermark } from './watermark.ts';
import { whiteBalance } from './white-balance.ts';

/** Every component, in the order in which the editor and the docs offer them. */
export const CATALOGUE: Record<string, readonly Component[]> = {
  'Cut-out': [removeBackground, addBackground, shadow],
  Framing: [canvas, resize, crop, cropToSubject, rotate, straighten, flip, trim],
  Colour: [whiteBalance, exposure, adjust, curves, matchColour, grayscale, duotone, tint, lut],
  Detail: [sharpen, denoise, clarity, blur, spotClean, upscale],
  Composing: [overlay, watermark, text, border, collage, compare],
  Output: [convert, metadata, assert],
};

export const COMPONENTS: readonly Component[] = Object.values(CATALOGUE).flat();

const byName = new Map(COMPONENTS.map((component) => [component.name, component]));

export const findComponent = (name: string): Component | undefined => byName.get(name);
