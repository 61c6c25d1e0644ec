// Below this probability the model sees no object at all.
const NOTHING = 0.02;

/**
 * Marks as background what is connected to the border and where the model sees no object: the edge of a table, a second
 * wall.
 */
export const dropClutter = (
  outside: Uint8Array,
  border: Int32Array,
  probability: Float32Array,
  width: number,
): void => {
  const clutter: number[] = [];
  const drop = (i: number) => {
    if (outside[i] !== 0 || probability[i]! >= NOTHING) return;
    outside[i] = 1;
    clutter.push(i);
  };
  for (const i of border) drop(i);
  for (let head = 0; head < clutter.length; head++) {
    const i = clutter[head]!;
    const x = i % width;
    if (x > 0) drop(i - 1);
    if (x + 1 < width) drop(i + 1);
    drop(i - width);
    drop(i + width);
  }
};
