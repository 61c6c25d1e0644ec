import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';
import type { Survey } from '../background/survey.ts';

/** Above this probability the model takes a pixel for the object. */
export const LIKELY_OBJECT = 0.5;
// A pixel is lighter than the background when it exceeds it by this and the spread of the background, in L.
const LIGHTER = 1.5;
// The least half width of a light part, in working pixels. Halos of sharpening and the model's blur are narrower.
const NARROW = 3;
// How many pixels beside a part the object is searched.
const RIM = 4;
const ENCLOSED = 0.8;
const FAINT = 0.2;
// The steepest gradient of a flat place, in Lab per pixel, without grain. An outline is steeper.
const FLAT = 0.5;

/** The width of an outline, in working pixels. */
export const OUTLINE = 2;

/** Whether a pixel is lighter than the background can be. */
export const isLighter = ({ lab, model }: Survey, i: number, background = model.l[i]!): boolean =>
  lab.l[i]! - background > LIGHTER + model.spread;

/** Whether a pixel lies in a flat place, which no outline crosses. */
export const isFlat = ({ steepest, grain }: Survey, i: number): boolean => steepest[i]! < FLAT + 3 * grain;

/**
 * Finds parts of the object that the model missed, such as a pale shoulder: areas that are lighter than the background,
 * lie beside the object and have an outline. An area within the object is a gap, and one without an outline is light that
 * falls on the background.
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
