import { setTimeout as pause } from 'node:timers/promises';

/** When each unit of work was done, in milliseconds of one clock. */
export type Completions = number[];

/** Something that can be measured: works through items `from` (inclusive) to `to` and tells when each was done. */
export type Subject = { name: string; work(from: number, to: number): Promise<Completions> };

/** Bounded callers, each starting the next item when its last one is done. */
export const closedLoop =
  (callers: number, once: (item: number) => Promise<void>): Subject['work'] =>
  async (from, to) => {
    const completions: Completions = [];
    let next = from;
    const caller = async () => {
      while (next < to) {
        await once(next++);
        completions.push(performance.now());
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return completions;
  };

/** Per second, without the first and the last `edge` completions: there the callers were not all busy. */
export const rateOf = (completions: Completions, edge: number): number => {
  const inOrder = completions.toSorted((a, b) => a - b);
  const steady = inOrder.slice(edge, inOrder.length - edge);
  if (steady.length < 2) throw new Error('too few completions to tell a rate');
  return ((steady.length - 1) * 1000) / (steady.at(-1)! - steady[0]!);
};

export const percentile = (values: number[], share: number): number => {
  const inOrder = values.toSorted((a, b) => a - b);
  if (inOrder.length === 0) throw new Error('nothing was measured');
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))]!;
};

export const median = (values: number[]): number => percentile(values, 0.5);

type Rounds = {
  subjects: Subject[];
  rounds: number;
  itemsPerRound: number;
  /** Rounds whose figures are thrown away. */
  warmUpRounds: number;
  edge: number;
  beforeRound?(from: number, to: number): Promise<void>;
};

/**
 * Rates per second by subject, one figure for each round. The subjects take turns within every round, so that a
 * machine that slows down slows all of them, and the order turns around from round to round.
 */
export const takeTurns = async (options: Rounds): Promise<Map<string, number[]>> => {
  const { subjects, rounds, itemsPerRound, warmUpRounds, edge } = options;
  const rates = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const from = round * itemsPerRound;
    const to = from + itemsPerRound;
    await options.beforeRound?.(from, to);
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await pause(SETTLE_MS);
      const rate = rateOf(await subject.work(from, to), edge);
      if (round >= warmUpRounds) rates.get(subject.name)!.push(rate);
      progress(
        `${round < warmUpRounds ? 'warm-up' : `round ${round - warmUpRounds + 1}`} ${subject.name}: ${rate.toFixed(1)}/s`,
      );
    }
  }
  return rates;
};

// What one subject left to do (checkpoints, dirty pages, vacuum) should not be the next one's burden.
const SETTLE_MS = 300;

/** The median of the rounds' ratios: both sides of each were measured within seconds of each other. */
export const medianRatio = (rates: Map<string, number[]>, above: string, below: string): number => {
  const others = rates.get(below) ?? [];
  return median((rates.get(above) ?? []).map((rate, round) => rate / others[round]!));
};

export const medianRate = (rates: Map<string, number[]>, name: string): number =>
  median(rates.get(name) ?? []);

export const progress = (line: string): void => {
  process.stderr.write(`  ${line}\n`);
};
