import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AQLS,
  type Aql,
  drawSample,
  FIRST_SWITCHING,
  type LotOutcome,
  lotOutcome,
  planFor,
  type Severity,
  switchAfter,
  whySeverity,
} from '../../src/domain/review/sampling-plan.ts';

/** The plan as `<code letter> <sample size>/<acceptance number>`. */
const plan = (lotSize: number, aql: Aql = 4, severity: Severity = 'normal') => {
  const { codeLetter, sampleSize, acceptance } = planFor(lotSize, aql, severity);
  return `${codeLetter} ${sampleSize}/${acceptance}`;
};

test('each lot size has its code letter, sample size and acceptance number at AQL 4.0', () => {
  const normal: [from: number, upTo: number, expected: string][] = [
    [3, 8, 'A 3/0'],
    [9, 15, 'B 3/0'],
    [16, 25, 'C 3/0'],
    [26, 50, 'D 13/1'],
    [51, 90, 'E 13/1'],
    [91, 150, 'F 20/2'],
    [151, 280, 'G 32/3'],
    [281, 500, 'H 50/5'],
    [501, 1_200, 'J 80/7'],
    [1_201, 3_200, 'K 125/10'],
    [3_201, 10_000, 'L 200/14'],
    [10_001, 35_000, 'M 315/21'],
  ];
  for (const [from, upTo, expected] of normal)
    for (const size of [from, upTo]) assert.equal(plan(size), expected, String(size));
});

test('tightened inspection at AQL 4.0 accepts fewer rejects', () => {
  const tightened: Record<number, string> = {
    8: 'A 5/0',
    15: 'B 5/0',
    25: 'C 5/0',
    50: 'D 5/0',
    90: 'E 20/1',
    150: 'F 20/1',
    280: 'G 32/2',
    500: 'H 50/3',
    1200: 'J 80/5',
    3200: 'K 125/8',
    10000: 'L 200/12',
    35000: 'M 315/18',
  };
  for (const [size, expected] of Object.entries(tightened))
    assert.equal(plan(Number(size), 4, 'tightened'), expected);
});

test('a sample that would be larger than the lot is the whole lot', () => {
  assert.equal(plan(1), 'A 1/0');
  assert.equal(plan(2), 'A 2/0');
  assert.equal(plan(10, 0.65), 'B 10/0');
});

test('each step of the AQL moves the plan by one letter', () => {
  const sizes = [8, 15, 25, 50, 90, 150, 280, 500, 1_200, 3_200, 10_000, 35_000];
  const plans = (aql: Aql, severity: Severity) =>
    sizes.map((size) => plan(size, aql, severity).slice(2)).join(' ');
  assert.equal(plans(6.5, 'normal'), '2/0 2/0 8/1 8/1 13/2 20/3 32/5 50/7 80/10 125/14 200/21 200/21');
  assert.equal(plans(2.5, 'normal'), '5/0 5/0 5/0 5/0 20/1 20/1 32/2 50/3 80/5 125/7 200/10 315/14');
  assert.equal(plans(1.5, 'normal'), '8/0 8/0 8/0 8/0 8/0 32/1 32/1 50/2 80/3 125/5 200/7 315/10');
  assert.equal(plans(1, 'normal'), '8/0 13/0 13/0 13/0 13/0 13/0 50/1 50/1 80/2 125/3 200/5 315/7');
  assert.equal(plans(0.65, 'normal'), '8/0 15/0 20/0 20/0 20/0 20/0 20/0 80/1 80/1 125/2 200/3 315/5');
  assert.equal(plans(6.5, 'tightened'), '3/0 3/0 3/0 13/1 13/1 20/2 32/3 50/5 80/8 125/12 200/18 200/18');
  assert.equal(plans(0.65, 'tightened'), '8/0 15/0 25/0 32/0 32/0 32/0 32/0 32/0 125/1 125/1 200/2 315/3');
});

test('a lot is refused with one reject too many, and accepted when the whole sample is decided', () => {
  const lot = { sampleSize: 13, acceptance: 1 };
  assert.equal(lotOutcome({ ...lot, decided: 12, rejected: 1 }), undefined);
  assert.equal(lotOutcome({ ...lot, decided: 13, rejected: 1 }), 'accepted');
  assert.equal(lotOutcome({ ...lot, decided: 2, rejected: 2 }), 'refused');
});

test('inspection is tightened after 2 refused of 5 lots, and normal again after 5 accepted in a row', () => {
  const after = (text: string) =>
    [...text].reduce(
      (state, letter) => switchAfter(state, (letter === 'r' ? 'refused' : 'accepted') as LotOutcome),
      FIRST_SWITCHING,
    );
  assert.equal(after('r').severity, 'normal');
  assert.equal(after('rr').severity, 'tightened');
  assert.equal(after('raaar').severity, 'tightened');
  assert.equal(after('raaaar').severity, 'normal', 'six lots apart');
  assert.equal(after('rraaaa').severity, 'tightened');
  assert.equal(after('rraaaaa').severity, 'normal');
  assert.equal(after('rraaraaaa').severity, 'tightened', 'a refusal begins the count anew');
  assert.equal(after('rraaraaaaa').severity, 'normal');
  assert.equal(after('rraaaaar').severity, 'normal', 'earlier refusals no longer count');
  assert.match(whySeverity(after('rraa')), /2 so far\.$/);
  assert.match(whySeverity(after('ra')), /^Normal inspection: 1 of the last 2 lots were refused\./);
});

/** A small generator of random numbers (mulberry32) with a fixed seed: every run draws the same lots. */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), seed | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
};

/**
 * The probability of at most `most` rejects among `count` results, when each is a reject with the probability
 * `share`.
 */
const binomial = (count: number, most: number, share: number): number => {
  let term = (1 - share) ** count;
  let sum = term;
  for (let rejects = 1; rejects <= most; rejects++) {
    term *= ((count - rejects + 1) / rejects) * (share / (1 - share));
    sum += term;
  }
  return sum;
};

test('the share of accepted lots is the binomial value within a point', () => {
  const random = seeded(2859);
  const trials = 20_000;
  for (const [lotSize, aql, severity, share] of [
    [90, 4, 'normal', 0.08],
    [200, 4, 'normal', 0.1],
    [280, 2.5, 'tightened', 0.06],
    [40, 6.5, 'normal', 0.15],
  ] as const) {
    const { sampleSize, acceptance } = planFor(lotSize, aql, severity);
    let accepted = 0;
    for (let trial = 0; trial < trials; trial++) {
      const lot = Array.from({ length: lotSize }, () => random() < share);
      const rejected = drawSample(lot, sampleSize, random).filter(Boolean).length;
      if (lotOutcome({ sampleSize, acceptance, decided: sampleSize, rejected }) === 'accepted') accepted += 1;
    }
    const expected = binomial(sampleSize, acceptance, share);
    assert.ok(
      Math.abs(accepted / trials - expected) < 0.01,
      `lot of ${lotSize} at AQL ${aql}: ${accepted / trials} instead of ${expected}`,
    );
  }
});

test('a sample has different items, as many as asked for, and each item has the same chance', () => {
  const random = seeded(7);
  const items = Array.from({ length: 10 }, (_, index) => index);
  const drawn = Array(10).fill(0);
  for (let trial = 0; trial < 20_000; trial++) {
    const sample = drawSample(items, 3, random);
    assert.equal(new Set(sample).size, 3);
    for (const item of sample) drawn[item] += 1;
  }
  for (const times of drawn) assert.ok(Math.abs(times / 20_000 - 0.3) < 0.02, drawn.join());
});

test('every AQL has a plan for every lot size', () => {
  for (const severity of ['normal', 'tightened'] as const)
    for (const lotSize of [2, 10, 100, 1_000, 10_000])
      for (const aql of AQLS) {
        const { sampleSize, acceptance } = planFor(lotSize, aql, severity);
        assert.ok(sampleSize >= 1 && sampleSize <= lotSize && acceptance < sampleSize);
      }
});
