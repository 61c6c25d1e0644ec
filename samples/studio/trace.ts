/**
 * A small path tracer of a photo studio: a product on a paper sweep, lit by softboxes. It exists so that the sample
 * photos are the project's own, down to the last pixel.
 */

import { passGlass } from './glass.ts';
import { hitPaper } from './hit-paper.ts';
import type { Material, Product } from './product.ts';
import type { Random } from './random.ts';
import { AMBIENT_LIGHT, hitLight } from './softboxes.ts';
import { add, dot, unit, type Vec } from './vectors.ts';

/** The point where a ray meets a surface; the normal points out of the solid. */
type Hit = { at: Vec; normal: Vec; surface: 'product' | 'paper'; distance: number };

/** The distance along a ray to the product's surface, by sphere tracing, from outside or inside the product. */
const hitProduct = (
  product: Product,
  origin: Vec,
  direction: Vec,
  far: number,
  from: 'without' | 'within' = 'without',
): number => {
  const { distance, center, reach, stride } = product;
  const offset = add(center, origin, -1);
  const along = dot(offset, direction);
  const gap = dot(offset, offset) - along * along;
  if (gap > reach * reach) return Number.POSITIVE_INFINITY;
  const half = Math.sqrt(reach * reach - gap);
  let t = Math.max(0.0015, along - half);
  const end = Math.min(far, along + half);
  const side = from === 'without' ? 1 : -1;
  for (let i = 0; i < 160 && t < end; i += 1) {
    const d =
      side *
      distance(origin[0] + direction[0] * t, origin[1] + direction[1] * t, origin[2] + direction[2] * t);
    if (d < 0.0004) return t;
    t += d * stride;
  }
  return Number.POSITIVE_INFINITY;
};

const productAt = ({ distance }: Product, origin: Vec, direction: Vec, t: number): Hit => {
  const at = add(origin, direction, t);
  const e = 0.0012;
  const d = distance(...at);
  const normal = unit([
    distance(at[0] + e, at[1], at[2]) - d,
    distance(at[0], at[1] + e, at[2]) - d,
    distance(at[0], at[1], at[2] + e) - d,
  ]);
  return { at, normal, surface: 'product', distance: t };
};

const nearest = (product: Product, origin: Vec, direction: Vec): Hit | undefined => {
  const paper = hitPaper(origin, direction);
  const t = hitProduct(product, origin, direction, paper.t);
  if (t < paper.t) return productAt(product, origin, direction, t);
  if (paper.t === Number.POSITIVE_INFINITY) return undefined;
  return { at: add(origin, direction, paper.t), normal: paper.normal, surface: 'paper', distance: paper.t };
};

const PAPER: Material = { albedo: [0.8, 0.795, 0.785], gloss: 0, roughness: 1 };

const scatter = (normal: Vec, random: Random): Vec => {
  const z = 2 * random() - 1;
  const radians = 2 * Math.PI * random();
  const ring = Math.sqrt(1 - z * z);
  return unit(add(normal, [ring * Math.cos(radians), ring * Math.sin(radians), z], 0.999));
};

const lightFromSoftboxes = (product: Product, { at, normal }: Hit, random: Random): Vec => {
  const sum: Vec = [0, 0, 0];
  const origin = add(at, normal, 0.002);
  for (const { center, u, v, normal: facing, light, area } of product.lights) {
    const point = add(add(center, u, 2 * random() - 1), v, 2 * random() - 1);
    const toLight = add(point, origin, -1);
    const distance = Math.sqrt(dot(toLight, toLight));
    const direction: Vec = [toLight[0] / distance, toLight[1] / distance, toLight[2] / distance];
    const [cosine, emitted] = [dot(normal, direction), -dot(direction, facing)];
    if (cosine <= 0 || emitted <= 0) continue;
    const arrives =
      hitProduct(product, origin, direction, distance) < distance ? (product.shadowTransmission ?? 0) : 1;
    if (arrives === 0) continue;
    const weight = (arrives * cosine * emitted * area) / (Math.PI * distance * distance);
    sum[0] += light[0] * weight;
    sum[1] += light[1] * weight;
    sum[2] += light[2] * weight;
  }
  return sum;
};

const MAX_BOUNCES = 5;
const MAX_PANES = 8;

/** Returns the light that reaches a point from a direction. */
export const trace = (product: Product, from: Vec, toward: Vec, random: Random): Vec => {
  const total: Vec = [0, 0, 0];
  let [origin, direction] = [from, toward];
  let throughput: Vec = [1, 1, 1];
  let seesLights = true;
  let bounce = 0;
  let panes = 0;
  const collect = (light: Vec) => {
    // Limit light that comes over two or more surfaces: a lamp seen that way is so rare that it would leave a
    // single white pixel.
    const most = bounce > 1 ? 0.6 : 12;
    for (let i = 0; i < 3; i += 1) total[i]! += Math.min(throughput[i]! * light[i]!, most);
  };
  for (; bounce < MAX_BOUNCES; bounce += 1) {
    const hit = nearest(product, origin, direction);
    const lamp =
      bounce + panes > 0 && seesLights
        ? hitLight(product.lights, origin, direction, hit?.distance ?? Number.POSITIVE_INFINITY)
        : undefined;
    if (lamp || !hit) {
      collect(lamp ?? AMBIENT_LIGHT);
      break;
    }
    const material = hit.surface === 'paper' ? PAPER : product.materialAt(hit.at);
    if (material.absorption) {
      // Glass does not count as a bounce, so a surface behind glass is lit like a surface beside it.
      bounce -= 1;
      panes += 1;
      const leave = (from: Vec, along: Vec) => {
        const t = hitProduct(product, from, along, Number.POSITIVE_INFINITY, 'within');
        return t === Number.POSITIVE_INFINITY ? undefined : productAt(product, from, along, t);
      };
      const outgoing =
        panes > MAX_PANES ? undefined : passGlass(hit, direction, material.absorption, leave, random);
      if (!outgoing) break;
      origin = outgoing.origin;
      direction = outgoing.direction;
      throughput = throughput.map((value, i) => value * outgoing.left[i]!) as Vec;
      continue;
    }
    const { albedo, gloss, roughness } = material;
    const cosine = Math.min(1, Math.max(0, -dot(direction, hit.normal)));
    const reflectance = gloss * (0.045 + 0.955 * (1 - cosine) ** 5) * (roughness > 0.3 ? 0.4 : 1);
    // Reflections of the lamps are rare and bright: sampling them more often, at less weight, reduces noise.
    const reflectProbability = gloss > 0.5 ? Math.max(reflectance, 0.4) : reflectance;
    origin = add(hit.at, hit.normal, 0.002);
    if (random() < reflectProbability) {
      throughput = throughput.map((value) => (value * reflectance) / reflectProbability) as Vec;
      const straight = add(direction, hit.normal, -2 * dot(direction, hit.normal));
      const wobble = scatter([0, 0, 0.0001], random);
      direction = unit(add(straight, wobble, roughness));
      if (dot(direction, hit.normal) <= 0) break;
      seesLights = true;
    } else {
      const rest = (1 - reflectance) / (1 - reflectProbability);
      throughput = throughput.map((value, i) => value * albedo[i]! * rest) as Vec;
      collect(lightFromSoftboxes(product, hit, random));
      if (hit.surface === 'paper' && bounce > 1) break;
      direction = scatter(hit.normal, random);
      seesLights = false;
    }
  }
  return total;
};

/** True when a camera ray meets the product, not the paper. */
export const meetsProduct = (product: Product, origin: Vec, direction: Vec): boolean =>
  nearest(product, origin, direction)?.surface === 'product';
