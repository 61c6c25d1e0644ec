/** A mixture of Gaussians in RGB. */
export type ColourMixture = {
  /** For each component: the logarithm of its weight and normalisation, the mean, and the inverse covariance. */
  components: Float64Array;
  count: number;
};

/**
 * The number of values for one component: a constant, three for the mean, six for the inverse covariance (symmetric).
 */
const FIELDS = 10;
// Added to the variances, in levels squared: a flat colour has no variance after rounding, which would make it
// infinitely likely.
const LEAST_VARIANCE = 1;

/**
 * Fits a mixture to colours (interleaved RGB). The components are found by splitting the widest one across its longest
 * axis (Orchard and Bouman, 1991), so the same colours always give the same mixture.
 */
export const fitMixture = (colours: Float32Array, most: number): ColourMixture => {
  const total = colours.length / 3;
  const owners = new Uint8Array(total);
  const groups = [momentsOf(colours, owners, 0)];
  while (groups.length < most) {
    let widest = 0;
    groups.forEach((group, n) => {
      if (group.spread > groups[widest]!.spread) widest = n;
    });
    const { mean, axis, spread } = groups[widest]!;
    if (spread < 2 * LEAST_VARIANCE * total * 1e-3) break;
    const border = dot3(mean, axis);
    for (let n = 0; n < total; n++)
      if (owners[n] === widest && along(colours, n, axis) > border) owners[n] = groups.length;
    groups[widest] = momentsOf(colours, owners, widest);
    groups.push(momentsOf(colours, owners, groups.length));
  }
  const mixture = mixtureOf(groups, total);
  // Runs one round of hard assignment, because the splits are planes across one axis only.
  for (let n = 0; n < total; n++) owners[n] = likeliest(mixture, colours, n * 3);
  return mixtureOf(
    Array.from({ length: mixture.count }, (_, n) => momentsOf(colours, owners, n)),
    total,
  );
};

/** A component whose logarithm is lower than the largest by this changes nothing: most calls of `exp` are saved. */
const NEGLIGIBLE = 12;

/** The logarithm of the density of a colour. */
export const logDensity = (mixture: ColourMixture, r: number, g: number, b: number): number => {
  let best = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let n = 0; n < mixture.count; n++) {
    const part = logOf(mixture, n, r, g, b);
    if (part > best) {
      sum = sum * Math.exp(best - part) + 1;
      best = part;
    } else if (part > best - NEGLIGIBLE) sum += Math.exp(part - best);
  }
  return best + Math.log(sum);
};

const logOf = ({ components }: ColourMixture, n: number, r: number, g: number, b: number): number => {
  const at = n * FIELDS;
  const x = r - components[at + 1]!;
  const y = g - components[at + 2]!;
  const z = b - components[at + 3]!;
  return (
    components[at]! -
    0.5 *
      (x * x * components[at + 4]! +
        y * y * components[at + 7]! +
        z * z * components[at + 9]! +
        2 * (x * y * components[at + 5]! + x * z * components[at + 6]! + y * z * components[at + 8]!))
  );
};

const likeliest = (mixture: ColourMixture, colours: Float32Array, at: number): number => {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < mixture.count; n++) {
    const part = logOf(mixture, n, colours[at]!, colours[at + 1]!, colours[at + 2]!);
    if (part <= most) continue;
    most = part;
    best = n;
  }
  return best;
};

type Vector = readonly [number, number, number];
type Moments = {
  count: number;
  mean: Vector;
  /** The covariance: xx, xy, xz, yy, yz, zz. */
  covariance: readonly [number, number, number, number, number, number];
  /** The longest axis, and the variance along it times the number of colours. */
  axis: Vector;
  spread: number;
};

const momentsOf = (colours: Float32Array, owners: Uint8Array, owner: number): Moments => {
  let [count, x, y, z, xx, xy, xz, yy, yz, zz] = [1e-9, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let n = 0, at = 0; n < owners.length; n++, at += 3) {
    if (owners[n] !== owner) continue;
    const [r, g, b] = [colours[at]!, colours[at + 1]!, colours[at + 2]!];
    count++;
    x += r;
    y += g;
    z += b;
    xx += r * r;
    xy += r * g;
    xz += r * b;
    yy += g * g;
    yz += g * b;
    zz += b * b;
  }
  const mean: Vector = [x / count, y / count, z / count];
  const covariance = [
    xx / count - mean[0] ** 2,
    xy / count - mean[0] * mean[1],
    xz / count - mean[0] * mean[2],
    yy / count - mean[1] ** 2,
    yz / count - mean[1] * mean[2],
    zz / count - mean[2] ** 2,
  ] as const;
  const { axis, variance } = longestAxis(covariance);
  return { count, mean, covariance, axis, spread: variance * count };
};

/** Finds the longest axis by power iteration. */
const longestAxis = ([xx, xy, xz, yy, yz, zz]: Moments['covariance']) => {
  let axis: Vector = [0.577, 0.577, 0.577];
  let variance = 0;
  for (let round = 0; round < 20; round++) {
    const next: Vector = [
      xx * axis[0] + xy * axis[1] + xz * axis[2],
      xy * axis[0] + yy * axis[1] + yz * axis[2],
      xz * axis[0] + yz * axis[1] + zz * axis[2],
    ];
    variance = Math.sqrt(dot3(next, next));
    if (variance < 1e-9) break;
    axis = [next[0] / variance, next[1] / variance, next[2] / variance];
  }
  return { axis, variance };
};

const dot3 = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (colours: Float32Array, n: number, axis: Vector) =>
  colours[n * 3]! * axis[0] + colours[n * 3 + 1]! * axis[1] + colours[n * 3 + 2]! * axis[2];

const mixtureOf = (groups: Moments[], total: number): ColourMixture => {
  const members = groups.filter(({ count }) => count > 8 || groups.length === 1);
  const components = new Float64Array(members.length * FIELDS);
  members.forEach(({ count, mean, covariance }, n) => {
    const [xy, xz, yz] = [covariance[1], covariance[2], covariance[4]];
    const [xx, yy, zz] = [covariance[0], covariance[3], covariance[5]].map((v) => v + LEAST_VARIANCE) as [
      number,
      number,
      number,
    ];
    const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    components.set(
      [
        Math.log(count / total) - 0.5 * Math.log(determinant),
        ...mean,
        (yy * zz - yz * yz) / determinant,
        (xz * yz - xy * zz) / determinant,
        (xy * yz - xz * yy) / determinant,
        (xx * zz - xz * xz) / determinant,
        (xy * xz - xx * yz) / determinant,
        (xx * yy - xy * xy) / determinant,
      ],
      n * FIELDS,
    );
  });
  return { components, count: members.length };
};
