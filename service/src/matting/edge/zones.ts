import { meanOf } from '../../pixels/numeric/mean-of.ts';
import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { EDGE, INSIDE, OUTSIDE } from './draw-edge.ts';

// How far the mixed pixels of an outline reach into the object and out of it, in working pixels.
const INSET = 4;
const OUTSET = 2;
const HAIR_REACH_SHARE = 0.09;
// Above this probability the model is sure of something solid, which is no hair.
const SOLID = 0.996;
// Above this probability, pale spots beside the outline are reflections and no fringe.
const RIM = 0.9;
const WIDEST_HAIR_GAP = 5;
const FEWEST_HAIR_GAPS = 30;

/** The zones of an image at working size. */
export type Zones = {
  /** OUTSIDE, EDGE or INSIDE for each pixel. */
  zones: Uint8Array;
  /** The distance from the outline in pixels: positive inside, negative outside. */
  depth: Float32Array;
  /** 1 where the colour is surely that of the background, or of the object. */
  sureOutside: Float32Array;
  sureInside: Float32Array;
  /** The edge has strands of hair, so the neighbours of a pixel say little about it. */
  hairy: boolean;
};

/** The findings from which the zones follow. */
export type EdgeFindings = {
  width: number;
  height: number;
  outside: Uint8Array;
  /** The distance of each pixel from the expected background, in Lab. */
  distance: Float32Array;
  /** Up to this distance a pixel looks like the background. */
  likeBackground: number;
  probability: Float32Array | undefined;
};

/**
 * Divides an image into outside, inside and the edge between, which is drawn at full size. The edge reaches at least
 * `band` pixels to both sides of the outline.
 */
export const zonesOf = (findings: EdgeFindings, band: number): Zones => {
  const { outside, width, height } = findings;
  const inset = Math.max(INSET, band);
  const outset = Math.max(OUTSET, band);
  const { gaps: hair, many } = hairGaps(findings);
  const open = outside.map((value, i) => value | hair[i]!);
  const inner = distanceTo(open, 1, width, height, inset + 2);
  const outer = distanceTo(outside, 0, width, height, 40);
  const zones = new Uint8Array(outside.length);
  const depth = new Float32Array(outside.length);
  const sureOutside = new Float32Array(outside.length);
  const sureInside = new Float32Array(outside.length);
  for (let i = 0; i < zones.length; i++) {
    depth[i] = inner[i]! - outer[i]!;
    zones[i] = inner[i]! > inset ? INSIDE : outer[i]! > outset ? OUTSIDE : EDGE;
    if (outer[i]! > Math.max(1.5, band) || hair[i] === 1) sureOutside[i] = 1;
    if (inner[i]! > inset) sureInside[i] = 1;
  }
  return { zones, depth, sureOutside, sureInside, hairy: many };
};

/** Finds background between strands of hair near the outline, which is too narrow for the flood fill. */
const hairGaps = ({
  outside,
  distance,
  likeBackground,
  width,
  height,
  probability,
}: EdgeFindings): { gaps: Uint8Array; many: boolean } => {
  const reach = Math.max(width, height) * HAIR_REACH_SHARE;
  const fromOutside = distanceTo(outside, 1, width, height, reach);
  const like = new Uint8Array(outside.length);
  for (let i = 0; i < like.length; i++)
    if (
      outside[i] === 0 &&
      fromOutside[i]! < reach &&
      distance[i]! < likeBackground &&
      (!probability || probability[i]! < SOLID)
    )
      like[i] = 1;
  const wide = distanceTo(like, 0, width, height, WIDEST_HAIR_GAP + 2);
  const narrow = [...connectedAreas(like, width)].filter(
    (area) => !area.some((i) => wide[i]! > WIDEST_HAIR_GAP),
  );
  const gaps = new Uint8Array(outside.length);
  const touches = narrow.map((area) => area.some((i) => fromOutside[i]! < 1.5));
  // A few spots are reflections; hair has dozens. A spot that touches the outside is the fringe of a soft outline.
  const many = touches.filter((touching) => !touching).length >= FEWEST_HAIR_GAPS;
  narrow.forEach((area, n) => {
    const isFringe = touches[n]! && !(probability && meanOf(probability, area) > RIM);
    if (many || isFringe) for (const i of area) gaps[i] = 1;
  });
  return { gaps, many };
};
