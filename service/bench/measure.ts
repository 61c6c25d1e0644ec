import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsUsed } from './cpu-time.ts';

/** The times at which the units of work were done, in milliseconds of one clock. */
export type Completions = number[];

/** Something to measure: processes the items `from` (inclusive) to `to` and returns when each was done. */
export type Subject = { name: string; work(from: number, to: number): Promise<Completions> };

/** Runs a fixed number of callers; each starts the next item when its last one is done. */
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

/**
 * The throughput per second. The first and the last `edge` completions do not count, because not all callers
 * were busy then. The throughput is the slope of a line through all the others. With only the first and the last of
 * them, two processes that finish in step looked 5 % faster than two that alternate.
 */
export const rateOf = (completions: Completions, edge: number): number => {
  const inOrder = completions.toSorted((a, b) => a - b);
  const steady = inOrder.slice(edge, inOrder.length - edge);
  if (steady.length < 2) throw new Error('too few completions to tell a rate');
  const middle = steady.reduce((sum, time) => sum + time, 0) / steady.length;
  let [covariance, variance] = [0, 0];
  for (const [place, time] of steady.entries()) {
    covariance += (time - middle) * place;
    variance += (time - middle) ** 2;
  }
  return (1000 * covariance) / variance;
};

export const percentile = (values: number[], share: number): number => {
  const inOrder = values.toSorted((a, b) => a - b);
  if (inOrder.length === 0) throw new Error('nothing was measured');
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))]!;
};

export const median = (values: number[]): number => percentile(values, 0.5);

/** The median time of each call, in milliseconds. The calls take turns, so that all have the same conditions. */
export const mediansInTurns = async (
  asked: (() => Promise<unknown>)[],
  rounds: number,
  warmUpRounds: number,
): Promise<number[]> => {
  const times: number[][] = asked.map(() => []);
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (const [index, ask] of asked.entries()) {
      const startedAt = performance.now();
      await ask();
      if (round >= warmUpRounds) times[index]!.push(performance.now() - startedAt);
    }
  return times.map(median);
};

type Plan = {
  subjects: Subject[];
  rounds: number;
  itemsPerRound: number;
  /** The number of rounds whose figures are discarded. */
  warmUpRounds: number;
  edge: number;
  beforeRound?(from: number, to: number): Promise<void>;
};

/** The result of one round of one subject; `cpuMs` is the CPU time per item, including that of the callers. */
type Round = { perSecond: number; cpuMs: number };
export type Rounds = Map<string, Round[]>;

/**
 * Measures each subject in each round. The subjects take turns within every round, so that a slowdown of the machine affects
 * all of them, and the order is reversed from round to round.
 */
export const measureInTurns = async (plan: Plan): Promise<Rounds> => {
  const { subjects, rounds, itemsPerRound, warmUpRounds, edge } = plan;
  const measured: Rounds = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const from = round * itemsPerRound;
    const to = from + itemsPerRound;
    await plan.beforeRound?.(from, to);
    for (const { name, work } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await pause(SETTLE_MS);
      const cpuBefore = cpuMsUsed();
      const completions = await work(from, to);
      const cpuMs = (cpuMsUsed() - cpuBefore) / itemsPerRound;
      const perSecond = rateOf(completions, edge);
      if (round >= warmUpRounds) measured.get(name)!.push({ perSecond, cpuMs });
      const label = round < warmUpRounds ? 'warm-up' : `round ${round - warmUpRounds + 1}`;
      progress(`${label} ${name}: ${perSecond.toFixed(1)}/s, ${cpuMs.toFixed(2)} ms CPU each`);
    }
  }
  return measured;
};

// Wait for the background work of one subject (checkpoints, dirty pages, vacuum), so that it does not slow the next one.
const SETTLE_MS = 300;

/** The median of the ratios of the rounds. Both sides of a ratio were measured within seconds of each other. */
export const ratioOf = (rounds: Rounds, above: string, below: string): number =>
  medianOfPairs(rounds, above, below, (a, b) => a.perSecond / b.perSecond);

/** The ratio by CPU time per item: more stable than throughput on a busy machine, but it does not include waiting. */
export const cpuRatioOf = (rounds: Rounds, above: string, below: string): number =>
  medianOfPairs(rounds, above, below, (a, b) => b.cpuMs / a.cpuMs);

const medianOfPairs = (
  rounds: Rounds,
  above: string,
  below: string,
  ratio: (a: Round, b: Round) => number,
) => {
  const others = rounds.get(below) ?? [];
  return median((rounds.get(above) ?? []).map((one, index) => ratio(one, others[index]!)));
};

/** `12.3/s, 4.56 ms CPU` */
export const describeRounds = (rounds: Rounds, name: string): string => {
  const all = rounds.get(name) ?? [];
  const perSecond = median(all.map((round) => round.perSecond));
  const cpuMs = median(all.map((round) => round.cpuMs));
  return `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s, ${cpuMs.toFixed(2)} ms CPU`;
};

export const progress = (line: string): void => {
  process.stderr.write(`  ${line}\n`);
};
