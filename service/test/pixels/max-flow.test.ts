import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CutGraph, minimumCut } from '../../src/pixels/numeric/max-flow.ts';

const STEPS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y] as const)).filter(([x, y]) => x || y);

/** A pseudo-random whole number below `limit`, the same on every run. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
};

/** A grid with eight neighbours and random capacities, many of them 0. */
const randomGrid = (width: number, height: number, seed: number): CutGraph => {
  const below = randomFrom(seed);
  const count = width * height;
  const neighbours = new Int32Array(count * 8).fill(-1);
  const arcs = new Int32Array(count * 8);
  for (let n = 0; n < count; n++)
    STEPS.forEach(([dx, dy], d) => {
      const x = (n % width) + dx;
      const y = Math.floor(n / width) + dy;
      if (x < 0 || y < 0 || x >= width || y >= height) return;
      neighbours[n * 8 + d] = y * width + x;
      arcs[n * 8 + d] = below(3) === 0 ? 0 : below(20);
    });
  const terminals = Int32Array.from({ length: count }, () => (below(4) === 0 ? 0 : below(61) - 30));
  return { neighbours, arcs, terminals };
};

/** The cost of a cut: the sum of the capacities that lead from the source's side to the sink's side. */
const costOf = ({ neighbours, arcs, terminals }: CutGraph, inside: ArrayLike<number>): number => {
  let cost = 0;
  for (let n = 0; n < terminals.length; n++) {
    if (inside[n] === 0) cost += Math.max(0, terminals[n]!);
    else {
      cost += Math.max(0, -terminals[n]!);
      for (let d = 0; d < 8; d++) {
        const other = neighbours[n * 8 + d]!;
        if (other >= 0 && inside[other] === 0) cost += arcs[n * 8 + d]!;
      }
    }
  }
  return cost;
};

/** The value of the maximum flow, by augmenting along shortest paths in a matrix (Edmonds and Karp). */
const flowByMatrix = ({ neighbours, arcs, terminals }: CutGraph): number => {
  const count = terminals.length;
  const [source, sink, size] = [count, count + 1, count + 2];
  const left = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let n = 0; n < count; n++) {
    left[source]![n] = Math.max(0, terminals[n]!);
    left[n]![sink] = Math.max(0, -terminals[n]!);
    for (let d = 0; d < 8; d++)
      if (neighbours[n * 8 + d]! >= 0) left[n]![neighbours[n * 8 + d]!] = arcs[n * 8 + d]!;
  }
  for (let flow = 0; ; ) {
    const before = new Array<number>(size).fill(-1);
    before[source] = source;
    const queue = [source];
    for (const node of queue)
      for (let other = 0; other < size; other++)
        if (before[other]! < 0 && left[node]![other]! > 0) {
          before[other] = node;
          queue.push(other);
        }
    if (before[sink]! < 0) return flow;
    let most = Number.POSITIVE_INFINITY;
    for (let n = sink; n !== source; n = before[n]!) most = Math.min(most, left[before[n]!]![n]!);
    for (let n = sink; n !== source; n = before[n]!) {
      left[before[n]!]![n]! -= most;
      left[n]![before[n]!]! += most;
    }
    flow += most;
  }
};

test('no labelling of a small graph costs less than the minimum cut', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const graph = randomGrid(3, 4, seed);
    let least = Number.POSITIVE_INFINITY;
    for (let bits = 0; bits < 2 ** 12; bits++)
      least = Math.min(
        least,
        costOf(
          graph,
          Array.from({ length: 12 }, (_, n) => (bits >> n) & 1),
        ),
      );
    const whole = structuredClone(graph);
    assert.equal(costOf(whole, minimumCut(graph)), least, `seed ${seed}`);
  }
});

test('the minimum cut costs as much as the maximum flow of a plain algorithm', () => {
  for (let seed = 100; seed < 140; seed++) {
    const graph = randomGrid(9, 8, seed);
    const whole = structuredClone(graph);
    const flow = flowByMatrix(graph);
    assert.equal(costOf(whole, minimumCut(graph)), flow, `seed ${seed}`);
  }
});
