import type { Softbox } from './softboxes.ts';
import type { Vec } from './vectors.ts';

export type Material = {
  albedo: Vec;
  gloss: number;
  roughness: number;
  /** For glass: the absorption of each colour over a distance of 1. Glass has no other colour. */
  clear?: Vec;
};

export type Camera = {
  eye: Vec;
  aim: Vec;
  /** The focal length, for an image of width 2. */
  focal: number;
  /** The shift of the lens against the film, as for buildings and boxes, so that vertical edges stay vertical. */
  shift: [x: number, y: number];
  /** The distance of the focal plane in front of the point that the camera aims at. */
  nearer: number;
  aperture: number;
};

/** An object to photograph, which stands on the paper at 0, 0, 0. */
export type Product = {
  /** A lower bound of the distance from a point to the surface; negative inside. */
  distance: (x: number, y: number, z: number) => number;
  materialAt: (at: Vec) => Material;
  /** A sphere that contains the whole product. */
  center: Vec;
  reach: number;
  /** The share of the distance that a ray may advance without passing through a thin or folded surface. */
  stride: number;
  camera: Camera;
  lights: readonly Softbox[];
  /** The share of the lamps' light that passes through the product into its shadow; by default none. */
  letsThrough?: number;
  /** The height of the image divided by its width. */
  tall: number;
};
