import type { Softbox } from './softboxes.ts';
import type { Vec } from './vectors.ts';

export type Material = {
  albedo: Vec;
  gloss: number;
  roughness: number;
  /** Only glass has this: the absorption of each colour per unit of length. Its albedo is not used. */
  absorption?: Vec;
};

export type Camera = {
  eye: Vec;
  aim: Vec;
  /** The focal length, for an image that is 2 wide. */
  focal: number;
  /** The shift of the lens relative to the film, as in architecture photos: vertical edges stay vertical. */
  shift: [x: number, y: number];
  /** The distance from the aimed-at point to the plane of focus, towards the camera. */
  nearer: number;
  aperture: number;
};

/** An object to photograph. It stands on the paper at 0, 0, 0. */
export type Product = {
  /** A lower bound of the distance to the surface (a signed distance field); negative inside. */
  distance: (x: number, y: number, z: number) => number;
  materialAt: (at: Vec) => Material;
  /** The bounding sphere: its centre, and `reach`, its radius. */
  center: Vec;
  reach: number;
  /** The fraction of `distance` that a ray may advance without skipping thin or folded parts. */
  stride: number;
  camera: Camera;
  lights: readonly Softbox[];
  /** The fraction of the lamps' light that passes into the product's shadow; 0 when omitted. */
  shadowTransmission?: number;
  /** The height of the image divided by its width. */
  heightToWidth: number;
};
