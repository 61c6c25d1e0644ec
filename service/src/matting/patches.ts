export type Patch = { start: number; size: number };
export type Patches = { patches: Patch[]; members: Int32Array };

/** Connected areas (four neighbours) of the pixels marked 1. A patch's pixels stand together in `members`. */
export const patchesOf = (marks: Uint8Array, width: number): Patches => {
  const seen = new Uint8Array(marks.length);
  const members = new Int32Array(marks.length);
  const patches: Patch[] = [];
  let tail = 0;
  const visit = (i: number) => {
    if (seen[i] === 1 || marks[i] !== 1) return;
    seen[i] = 1;
    members[tail++] = i;
  };
  for (let first = 0; first < marks.length; first++) {
    if (seen[first] === 1 || marks[first] !== 1) continue;
    const start = tail;
    visit(first);
    for (let head = start; head < tail; head++) {
      const i = members[head]!;
      const x = i % width;
      if (x > 0) visit(i - 1);
      if (x + 1 < width) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i + width < marks.length) visit(i + width);
    }
    patches.push({ start, size: tail - start });
  }
  return { patches, members };
};
