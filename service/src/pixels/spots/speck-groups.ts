import type { Box } from '../pixels.ts';

/** A small area that differs from its surroundings. */
export type Speck = { box: Box; size: number; colour: readonly number[]; isDark: boolean };

/** The largest distance between neighbours in a row (links, pearls, buttons), as a multiple of their size. */
const ROW_DISTANCE = 8;
/**
 * The largest distance of a speck from its regular position in a row, as a fraction of the distance between
 * neighbours.
 */
const OFF_ROW = 0.1;
/** The largest gap between letters, as a multiple of the size of the smaller letter. */
const LETTER_GAP = 1.5;
const LIKE_COLOUR = 40;

/**
 * Finds specks that belong to the product: similar ones in a row (links, buttons) or close together (letters). Dust lies
 * alone.
 */
export const speckGroups = (specks: readonly Speck[], largest: number) => {
  const cell = 2 * largest;
  const grid = new Map<number, Speck[]>();
  const keyAt = (column: number, row: number) => row * 2 ** 20 + column;
  for (const speck of specks) {
    const [x, y] = centreOf(speck);
    const key = keyAt(Math.floor(x / cell), Math.floor(y / cell));
    const others = grid.get(key);
    if (others) others.push(speck);
    else grid.set(key, [speck]);
  }
  const near = function* (speck: Speck, reach: number): Generator<Speck> {
    const [x, y] = centreOf(speck);
    for (let row = Math.floor((y - reach) / cell); row <= Math.floor((y + reach) / cell); row += 1)
      for (let column = Math.floor((x - reach) / cell); column <= Math.floor((x + reach) / cell); column += 1)
        for (const other of grid.get(keyAt(column, row)) ?? []) if (other !== speck) yield other;
  };

  const isInRow = (speck: Speck): boolean => {
    const [x, y] = centreOf(speck);
    const reach = ROW_DISTANCE * sideOf(speck);
    const similar = [...near(speck, 2 * reach)].filter((other) => isAlike(speck, other, ROW));
    const offsets = similar.map((other) => {
      const [u, v] = centreOf(other);
      return [u - x, v - y] as const;
    });
    const isThere = (dx: number, dy: number, within: number) =>
      offsets.some(([u, v]) => Math.hypot(u - dx, v - dy) <= within);
    return offsets.some(([dx, dy]) => {
      const distance = Math.hypot(dx, dy);
      if (distance > reach) return false;
      const within = Math.max(1, OFF_ROW * distance);
      return isThere(2 * dx, 2 * dy, within) || isThere(-dx, -dy, within);
    });
  };

  const besides = (speck: Speck): Speck[] =>
    [...near(speck, (LETTER_GAP + 3) * sideOf(speck))].filter(
      (other) =>
        gapBetween(speck.box, other.box) <= LETTER_GAP * Math.min(sideOf(speck), sideOf(other)) &&
        isAlike(speck, other, LETTERS),
    );
  const isAmongLetters = (speck: Speck): boolean => {
    const letters = besides(speck);
    return letters.length > 1 || letters.some((letter) => besides(letter).length > 1);
  };

  return { has: (speck: Speck): boolean => isAmongLetters(speck) || isInRow(speck) };
};

const sideOf = ({ box }: Speck): number => Math.max(box.width, box.height);
const centreOf = ({ box }: Speck) => [box.left + box.width / 2, box.top + box.height / 2] as const;

/** True when two specks have a similar size and colour. */
const isAlike = (one: Speck, other: Speck, times: { wider: number; larger: number }): boolean => {
  if (one.isDark !== other.isDark) return false;
  if (Math.max(one.size, other.size) > times.larger * Math.min(one.size, other.size)) return false;
  const side = sideOf(one);
  const otherSide = sideOf(other);
  if (Math.max(side, otherSide) > times.wider * Math.min(side, otherSide) + 1) return false;
  let apart = 0;
  for (let i = 0; i < 3; i += 1) apart += (one.colour[i]! - other.colour[i]!) ** 2;
  return apart <= LIKE_COLOUR ** 2;
};
const ROW = { wider: 1.5, larger: 2 };
const LETTERS = { wider: 3, larger: 8 };

const gapBetween = (one: Box, other: Box): number => {
  const across = Math.max(one.left - other.left - other.width, other.left - one.left - one.width);
  const along = Math.max(one.top - other.top - other.height, other.top - one.top - one.height);
  return Math.max(0, across, along);
};
