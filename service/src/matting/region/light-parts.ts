import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';
import type { Survey } from '../background/survey.ts';

export const LIKELY_OBJECT = 0.5;
// In L above what the background can be, without its spread.
const LIGHTER = 1.5;
// Half the width, in working pixels: halos of sharpening and the blur of the model's outline are narrower.
const NARROW = 3;
// How far around a part the object is looked for.
const RIM = 4;
const ENCLOSED = 0.8;
const FAINT = 0.2;
// In Lab per pixel, without grain: no outline is as flat.
const FLAT = 0.5;

/** How wide an outline is. */
export const OUTLINE = 2;

/** Lighter than the background can be here. */
export const isLighter = ({ lab, model }: Survey, i: number, background = model.l[i]!): boolean =>
  lab.l[i]! - background > LIGHTER + model.spread;

export const isFlat = ({ steepest, grain }: Survey, i: number): boolean => steepest[i]! < FLAT + 3 * grain;

/**
 * What is lighter than the background, lies beside the object and has an outline is a part of it that the model missed such
 * as a pale shoulder. Within the object it is a gap, and without an outline it is light on the background.
 */
export const lightParts = (light: Uint8Array, survey: Survey, probability: Float32Array): Uint8Array => {
  const { width, height } = survey.lab;
  const parts = new Uint8Array(light.length);
  if (!light.includes(1)) return parts;
  const depth = distanceTo(light, 0, width, height, NARROW + 1);
  for (const area of connectedAreas(light, width)) {
    if (!area.some((i) => depth[i]! >= NARROW)) continue;
    let rim = 0;
    let beside = 0;
    let faint = 0;
    for (const i of area)
      for (const way of [1, -1, width, -width]) {
        const next = neighbourAt(i, way, 1, width);
        if (light[next] !== 0) continue;
        rim++;
        if ((probability[neighbourAt(i, way, RIM, width)] ?? 0) > LIKELY_OBJECT) beside++;
        if (isFlat(survey, next)) faint++;
      }
    if (beside > 0 && beside < ENCLOSED * rim && faint < FAINT * rim) for (const i of area) parts[i] = 1;
  }
  return parts;
};
