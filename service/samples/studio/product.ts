import type { Softbox } from './softboxes.ts';
import type { Vec } from './vectors.ts';

export type Material = {
  albedo: Vec;
  gloss: number;
  roughness: number;
  /** Glass: how much of each colour is lost on a way of 1 through it. It has no other colour. */
  clear?: Vec;
};

export type Camera = {
  eye: Vec;
  aim: Vec;
  /** How long the lens is; the picture is 2 wide. */
  focal: number;
  /** How far the lens is moved against the film, as for buildings and boxes: upright edges stay upright. */
  shift: [x: number, y: number];
  /** How far before the point that it aims at the picture is sharp. */
  nearer: number;
  aperture: number;
};

/** Something to photograph, which stands on the paper at 0, 0, 0. */
export type Product = {
  /** How far a point is from the surface at least; negative within. */
  distance: (x: number, y: number, z: number) => number;
  materialAt: (at: Vec) => Material;
  /** A ball around all of it. */
  center: Vec;
  reach: number;
  /** The part of its distance that a ray can go without passing through something thin or folded. */
  stride: number;
  camera: Camera;
  lights: readonly Softbox[];
  /** The part of the lamps' light that comes through it where it casts a shadow; none when left out. */
  letsThrough?: number;
  /** The picture's height by its width. */
  tall: number;
};
