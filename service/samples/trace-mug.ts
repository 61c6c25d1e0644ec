/**
 * A small path tracer with one scene: a glazed stoneware mug on a paper sweep, lit by two softboxes.
 * It exists so that the sample photo is the project's own, down to the last pixel.
 */
type Vec = [number, number, number];
type Random = () => number;

const add = (a: Vec, b: Vec, scale = 1): Vec => [
  a[0] + b[0] * scale,
  a[1] + b[1] * scale,
  a[2] + b[2] * scale,
];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec): Vec => {
  const length = Math.sqrt(dot(a, a));
  return [a[0] / length, a[1] / length, a[2] / length];
};
const mix = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
// Math.hypot guards against overflow, at several times the price.
const length2 = (x: number, y: number): number => Math.sqrt(x * x + y * y);
const ramp = (from: number, to: number, value: number): number => {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
const smoothMin = (a: number, b: number, k: number): number => {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
};

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
};

const hashAt = (x: number, y: number, z: number): number => {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 2147483647 - 40503);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};
const noise = (x: number, y: number, z: number): number => {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ramp(0, 1, x - x0), ramp(0, 1, y - y0), ramp(0, 1, z - z0)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (i ? u : 1 - u) * (j ? v : 1 - v) * (k ? w : 1 - w);
    sum += weight * hashAt(x0 + i, y0 + j, z0 + k);
  }
  return sum;
};

/** Specks of iron in the clay: round, of different sizes, in about one cell of six. */
const speckAt = (x: number, y: number, z: number): number => {
  const [cx, cy, cz] = [Math.floor(x * 26), Math.floor(y * 26), Math.floor(z * 26)];
  const size = hashAt(cx + 7, cy, cz);
  if (size < 0.83) return 0;
  const off = (along: number, cell: number, seed: number) =>
    along * 26 - cell - 0.35 - 0.3 * hashAt(cx + seed, cy - seed, cz + 2 * seed);
  const [dx, dy, dz] = [off(x, cx, 11), off(y, cy, 23), off(z, cz, 31)];
  const radius = 0.06 + (size - 0.83) * 1.3;
  return 1 - ramp(radius * 0.7, radius, Math.sqrt(dx * dx + dy * dy + dz * dz));
};

// The wall of the mug, as distance and height from the axis: foot, curve, side and lip.
const WALL = [
  [0, 0.075],
  [0.36, 0.075],
  [0.46, 0.13],
  [0.515, 0.24],
  [0.535, 0.42],
  [0.545, 1.0],
  [0.555, 1.12],
] as const;
const WALL_RADIUS = 0.034;
const INNER_RADIUS = 0.52;

// As start, way and squared length of each piece, flat: this is what the time is spent on.
const PIECES = Float64Array.from(
  WALL.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = WALL[i]!;
    return [fromX, fromY, x - fromX, y - fromY, (x - fromX) ** 2 + (y - fromY) ** 2];
  }),
);

const mug = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  let wall = 10;
  for (let i = 0; i < PIECES.length; i += 5) {
    const px = r - PIECES[i]!;
    const py = y - PIECES[i + 1]!;
    const wayX = PIECES[i + 2]!;
    const wayY = PIECES[i + 3]!;
    const t = Math.max(0, Math.min(1, (px * wayX + py * wayY) / PIECES[i + 4]!));
    wall = smoothMin(wall, length2(px - wayX * t, py - wayY * t), 0.03);
  }
  const foot = length2(r - 0.36, (y - 0.035) * 0.8) - 0.03;
  const body = Math.min(wall - WALL_RADIUS, foot);
  if (x < 0.3) return body;
  // The handle: an ellipse standing on the side, flattened across, and open towards the inside.
  const around = length2((x - 0.56) * 1.02, (y - 0.64) * 0.78) - 0.285;
  const tube = length2(around, z * 0.62) - 0.043;
  return smoothMin(body, Math.max(tube, INNER_RADIUS + 0.02 - r), 0.07);
};

type Hit = { at: Vec; normal: Vec; surface: 'mug' | 'paper'; distance: number };

const CENTER: Vec = [0.1, 0.6, 0];
const REACH = 0.98;

const hitMug = (origin: Vec, direction: Vec, far: number): number => {
  const offset = add(CENTER, origin, -1);
  const along = dot(offset, direction);
  const gap = dot(offset, offset) - along * along;
  if (gap > REACH * REACH) return Number.POSITIVE_INFINITY;
  const half = Math.sqrt(REACH * REACH - gap);
  let t = Math.max(0.0015, along - half);
  const end = Math.min(far, along + half);
  for (let i = 0; i < 160 && t < end; i += 1) {
    const d = mug(origin[0] + direction[0] * t, origin[1] + direction[1] * t, origin[2] + direction[2] * t);
    if (d < 0.0004) return t;
    t += d * 0.85;
  }
  return Number.POSITIVE_INFINITY;
};

// The sweep: a floor, a curve of this radius, and a wall behind.
const BEND = 2.2;
const WALL_Z = -4.2;

const hitPaper = (origin: Vec, direction: Vec): { t: number; normal: Vec } => {
  let best = { t: Number.POSITIVE_INFINITY, normal: [0, 1, 0] as Vec };
  if (direction[1] < 0) {
    const t = -origin[1] / direction[1];
    if (t > 0.001 && origin[2] + direction[2] * t > WALL_Z + BEND) best = { t, normal: [0, 1, 0] };
  }
  if (direction[2] < 0) {
    const t = (WALL_Z - origin[2]) / direction[2];
    if (t > 0.001 && t < best.t && origin[1] + direction[1] * t > BEND) best = { t, normal: [0, 0, 1] };
  }
  const [oy, oz] = [origin[1] - BEND, origin[2] - (WALL_Z + BEND)];
  const a = direction[1] ** 2 + direction[2] ** 2;
  const b = oy * direction[1] + oz * direction[2];
  const root = b * b - a * (oy * oy + oz * oz - BEND * BEND);
  if (root > 0) {
    const t = (-b + Math.sqrt(root)) / a;
    const [y, z] = [oy + direction[1] * t, oz + direction[2] * t];
    if (t > 0.001 && t < best.t && y <= 0 && z <= 0) best = { t, normal: [0, -y / BEND, -z / BEND] };
  }
  return best;
};

type Softbox = { center: Vec; u: Vec; v: Vec; normal: Vec; light: Vec; area: number };
const softbox = (center: Vec, aim: Vec, width: number, height: number, light: Vec): Softbox => {
  const normal = unit(add(aim, center, -1));
  const u = unit(cross([0, 1, 0], normal));
  const v = cross(normal, u);
  return {
    center,
    u: [u[0] * width, u[1] * width, u[2] * width],
    v: [v[0] * height, v[1] * height, v[2] * height],
    normal,
    light,
    area: 4 * width * height,
  };
};
const LIGHTS: Softbox[] = [
  softbox([-2.9, 1.95, 2.1], [0, 0.6, 0], 0.62, 1.75, [11.8, 11.4, 10.8]),
  softbox([3.4, 1.9, 1.6], [0, 0.6, 0], 0.55, 1.3, [2.6, 2.75, 3.0]),
  softbox([0.4, 4.6, -1.2], [0, 0.3, -0.4], 1.6, 0.9, [2.8, 2.8, 2.8]),
];
const ROOM: Vec = [0.1, 0.104, 0.11];

const hitLight = (origin: Vec, direction: Vec, far: number): Vec | undefined => {
  for (const { center, u, v, normal, light } of LIGHTS) {
    const facing = dot(direction, normal);
    if (facing >= 0) continue;
    const t = dot(add(center, origin, -1), normal) / facing;
    if (t <= 0.001 || t >= far) continue;
    const local = add(add(origin, direction, t), center, -1);
    const [a, b] = [dot(local, u) / dot(u, u), dot(local, v) / dot(v, v)];
    if (Math.abs(a) >= 1 || Math.abs(b) >= 1) continue;
    // Brighter in the middle, as cloth in front of a lamp is.
    const glow = 1.12 - 0.3 * (a * a + b * b);
    return [light[0] * glow, light[1] * glow, light[2] * glow];
  }
  return undefined;
};

const nearest = (origin: Vec, direction: Vec): Hit | undefined => {
  const paper = hitPaper(origin, direction);
  const t = hitMug(origin, direction, paper.t);
  if (t < paper.t) {
    const at = add(origin, direction, t);
    const e = 0.0012;
    const d = mug(...at);
    const normal = unit([
      mug(at[0] + e, at[1], at[2]) - d,
      mug(at[0], at[1] + e, at[2]) - d,
      mug(at[0], at[1], at[2] + e) - d,
    ]);
    return { at, normal, surface: 'mug', distance: t };
  }
  if (paper.t === Number.POSITIVE_INFINITY) return undefined;
  return { at: add(origin, direction, paper.t), normal: paper.normal, surface: 'paper', distance: paper.t };
};

type Material = { albedo: Vec; gloss: number; roughness: number };

const materialAt = ({ at, surface }: Hit): Material => {
  const [x, y, z] = at;
  if (surface === 'paper') return { albedo: [0.8, 0.795, 0.785], gloss: 0, roughness: 1 };
  const r = length2(x, z);
  const inside =
    r < 0.548 && y > 0.09 && mug(x * (1 - 0.07 / Math.max(r, 0.1)), y, z * (1 - 0.07 / Math.max(r, 0.1))) > 0;
  const angle = Math.atan2(z, x);
  const cloudy = noise(x * 5, y * 3.2, z * 5) * 0.6 + noise(x * 13, y * 9, z * 13) * 0.4;
  const speck = speckAt(x, y, z);
  const edge = 0.33 + 0.02 * Math.sin(angle * 3 + 1.2) + 0.03 * (noise(angle * 3.1 + 9, 4, 2) - 0.5);
  const clay: Vec = mix([0.5, 0.33, 0.22], [0.6, 0.42, 0.3], noise(x * 30, y * 50, z * 30));
  if (!inside && y < edge)
    return { albedo: mix(clay, [0.16, 0.1, 0.07], speck * 0.7), gloss: 0.25, roughness: 0.5 };
  const glaze: Vec = inside
    ? mix([0.72, 0.69, 0.62], [0.66, 0.62, 0.54], cloudy)
    : mix([0.012, 0.1, 0.125], [0.045, 0.2, 0.215], cloudy);
  // Glaze runs thin over the lip and at its lower edge, and the clay shows through.
  const thin = Math.max(ramp(1.118, 1.155, y) * 0.75, inside ? 0 : ramp(edge + 0.035, edge, y) * 0.7);
  const toned = mix(glaze, [0.27, 0.14, 0.07], thin);
  return {
    albedo: mix(toned, [0.05, 0.03, 0.02], speck * (inside ? 0.35 : 0.5)),
    gloss: 1,
    roughness: 0.045,
  };
};

const scatter = (normal: Vec, random: Random): Vec => {
  const z = 2 * random() - 1;
  const turn = 2 * Math.PI * random();
  const ring = Math.sqrt(1 - z * z);
  return unit(add(normal, [ring * Math.cos(turn), ring * Math.sin(turn), z], 0.999));
};

const fromLights = ({ at, normal }: Hit, random: Random): Vec => {
  const sum: Vec = [0, 0, 0];
  const origin = add(at, normal, 0.002);
  for (const { center, u, v, normal: facing, light, area } of LIGHTS) {
    const point = add(add(center, u, 2 * random() - 1), v, 2 * random() - 1);
    const way = add(point, origin, -1);
    const distance = Math.sqrt(dot(way, way));
    const direction: Vec = [way[0] / distance, way[1] / distance, way[2] / distance];
    const [cosine, emitted] = [dot(normal, direction), -dot(direction, facing)];
    if (cosine <= 0 || emitted <= 0 || hitMug(origin, direction, distance) < distance) continue;
    const weight = (cosine * emitted * area) / (Math.PI * distance * distance);
    sum[0] += light[0] * weight;
    sum[1] += light[1] * weight;
    sum[2] += light[2] * weight;
  }
  return sum;
};

const MAX_BOUNCES = 5;

/** The light that comes from a direction. */
export const trace = (from: Vec, toward: Vec, random: Random): Vec => {
  const total: Vec = [0, 0, 0];
  let [origin, direction] = [from, toward];
  let through: Vec = [1, 1, 1];
  let seesLights = true;
  let bounce = 0;
  const collect = (light: Vec) => {
    // A lamp seen by way of two surfaces is so rare that it would be a lonely white dot.
    const most = bounce > 1 ? 0.6 : 12;
    for (let i = 0; i < 3; i += 1) total[i]! += Math.min(through[i]! * light[i]!, most);
  };
  for (; bounce < MAX_BOUNCES; bounce += 1) {
    const hit = nearest(origin, direction);
    const lamp =
      bounce > 0 && seesLights
        ? hitLight(origin, direction, hit?.distance ?? Number.POSITIVE_INFINITY)
        : undefined;
    if (lamp || !hit) {
      collect(lamp ?? ROOM);
      break;
    }
    const { albedo, gloss, roughness } = materialAt(hit);
    const cosine = Math.min(1, Math.max(0, -dot(direction, hit.normal)));
    const mirror = gloss * (0.045 + 0.955 * (1 - cosine) ** 5) * (roughness > 0.3 ? 0.4 : 1);
    // Reflections of the lamps are rare and bright: followed more often than they weigh, they make less noise.
    const chance = gloss === 1 ? Math.max(mirror, 0.4) : mirror;
    origin = add(hit.at, hit.normal, 0.002);
    if (random() < chance) {
      through = through.map((value) => (value * mirror) / chance) as Vec;
      const straight = add(direction, hit.normal, -2 * dot(direction, hit.normal));
      const wobble = scatter([0, 0, 0.0001], random);
      direction = unit(add(straight, wobble, roughness));
      if (dot(direction, hit.normal) <= 0) break;
      seesLights = true;
    } else {
      const rest = (1 - mirror) / (1 - chance);
      through = through.map((value, i) => value * albedo[i]! * rest) as Vec;
      collect(fromLights(hit, random));
      if (hit.surface === 'paper' && bounce > 1) break;
      direction = scatter(hit.normal, random);
      seesLights = false;
    }
  }
  return total;
};

const EYE: Vec = [0.5, 1.72, 6.6];
const AIM: Vec = [0.12, 0.55, 0];
const FOCAL = 4.7;
const APERTURE = 0.035;

/** A ray of the camera through a point of the picture, from -1 to 1 across its width. */
export const cameraRay = (x: number, y: number, random: Random): [origin: Vec, direction: Vec] => {
  const forward = unit(add(AIM, EYE, -1));
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const direction = unit(
    add(add([forward[0] * FOCAL, forward[1] * FOCAL, forward[2] * FOCAL], right, x), up, y),
  );
  const focus = add(EYE, direction, (Math.hypot(...add(AIM, EYE, -1)) - 0.35) / dot(direction, forward));
  const [radius, turn] = [APERTURE * Math.sqrt(random()), 2 * Math.PI * random()];
  const origin = add(add(EYE, right, radius * Math.cos(turn)), up, radius * Math.sin(turn));
  return [origin, unit(add(focus, origin, -1))];
};

/** Whether a ray of the camera meets the mug and not the paper. */
export const meetsMug = (origin: Vec, direction: Vec): boolean =>
  nearest(origin, direction)?.surface === 'mug';
