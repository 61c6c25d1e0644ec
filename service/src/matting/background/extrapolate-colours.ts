/** Red, green and blue as planes. */
export type Colours = { red: Float32Array; green: Float32Array; blue: Float32Array };

type Level = Colours & { width: number; height: number; weight: Float32Array };

/**
 * Extrapolates colours from the pixels where they are known (weight 0 to 1) to all pixels, with a push-pull pyramid:
 * known colours are averaged into coarser levels, then each finer level is filled from the coarser one where its own
 * weight is below 1.
 */
export const extrapolateColours = (
  colours: Colours,
  known: Float32Array,
  width: number,
  height: number,
): Colours => {
  const size = width * height;
  const finest: Level = {
    width,
    height,
    weight: known,
    red: new Float32Array(size),
    green: new Float32Array(size),
    blue: new Float32Array(size),
  };
  for (let i = 0; i < size; i++) {
    const w = known[i]!;
    finest.red[i] = colours.red[i]! * w;
    finest.green[i] = colours.green[i]! * w;
    finest.blue[i] = colours.blue[i]! * w;
  }
  const levels = [finest];
  for (let last = finest; last.width > 1 || last.height > 1; ) {
    last = halve(last);
    levels.push(last);
  }
  for (let n = levels.length - 2; n >= 0; n--) complete(levels[n]!, levels[n + 1]!);
  return finest;
};

const halve = (fine: Level): Level => {
  const width = (fine.width + 1) >> 1;
  const height = (fine.height + 1) >> 1;
  const plane = () => new Float32Array(width * height);
  const coarse = { width, height, weight: plane(), red: plane(), green: plane(), blue: plane() };
  for (let y = 0; y < fine.height; y++)
    for (let x = 0, i = y * fine.width; x < fine.width; x++, i++) {
      const w = fine.weight[i]!;
      if (w === 0) continue;
      const to = (y >> 1) * width + (x >> 1);
      coarse.weight[to]! += w;
      coarse.red[to]! += fine.red[i]!;
      coarse.green[to]! += fine.green[i]!;
      coarse.blue[to]! += fine.blue[i]!;
    }
  for (let i = 0; i < coarse.weight.length; i++) {
    const w = coarse.weight[i]!;
    if (w <= 1) continue;
    coarse.weight[i] = 1;
    coarse.red[i]! /= w;
    coarse.green[i]! /= w;
    coarse.blue[i]! /= w;
  }
  return coarse;
};

const complete = (fine: Level, coarse: Level) => {
  const { width, height, weight, red, green, blue } = fine;
  for (let y = 0; y < height; y++) {
    const row = y >> 1;
    const otherRow = Math.min(coarse.height - 1, Math.max(0, row + (y & 1 ? 1 : -1)));
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const missing = 1 - weight[i]!;
      if (missing <= 0) continue;
      const column = x >> 1;
      const otherColumn = Math.min(coarse.width - 1, Math.max(0, column + (x & 1 ? 1 : -1)));
      const near = row * coarse.width + column;
      const beside = row * coarse.width + otherColumn;
      const above = otherRow * coarse.width + column;
      const across = otherRow * coarse.width + otherColumn;
      const main = missing * 0.5625;
      const side = missing * 0.1875;
      const far = missing * 0.0625;
      red[i]! +=
        main * coarse.red[near]! +
        side * (coarse.red[beside]! + coarse.red[above]!) +
        far * coarse.red[across]!;
      green[i]! +=
        main * coarse.green[near]! +
        side * (coarse.green[beside]! + coarse.green[above]!) +
        far * coarse.green[across]!;
      blue[i]! +=
        main * coarse.blue[near]! +
        side * (coarse.blue[beside]! + coarse.blue[above]!) +
        far * coarse.blue[across]!;
    }
  }
};
