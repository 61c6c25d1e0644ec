/**
 * Acceptance sampling in the manner of ISO 2859-1: single sampling, inspection level II. A lot's size gives a code
 * letter; letter, AQL and severity give the sample size and the number of rejects that are still accepted.
 */

/**
 * The acceptance quality limits (AQL) that a plan can have, in percent of rejects. The acceptance numbers of
 * neighbouring limits are the same, moved by one code letter.
 */
export const AQLS = [0.65, 1, 1.5, 2.5, 4, 6.5] as const;
export type Aql = (typeof AQLS)[number];

export const SEVERITIES = ['normal', 'tightened'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type QaSampling = { aql: Aql; lotSize: number };
export const DEFAULT_SAMPLING: QaSampling = { aql: 4, lotSize: 500 };
export const MIN_LOT_SIZE = 2;
/** The largest lot that has a code letter. */
export const MAX_LOT_SIZE = 35_000;

/**
 * The code letters, from the smallest to the largest lots: the largest lot (`upTo`) and the sample size of
 * each letter.
 */
const LETTERS = [
  { letter: 'A', upTo: 8, sample: 2 },
  { letter: 'B', upTo: 15, sample: 3 },
  { letter: 'C', upTo: 25, sample: 5 },
  { letter: 'D', upTo: 50, sample: 8 },
  { letter: 'E', upTo: 90, sample: 13 },
  { letter: 'F', upTo: 150, sample: 20 },
  { letter: 'G', upTo: 280, sample: 32 },
  { letter: 'H', upTo: 500, sample: 50 },
  { letter: 'J', upTo: 1_200, sample: 80 },
  { letter: 'K', upTo: 3_200, sample: 125 },
  { letter: 'L', upTo: 10_000, sample: 200 },
  { letter: 'M', upTo: MAX_LOT_SIZE, sample: 315 },
] as const;
type CodeLetter = (typeof LETTERS)[number]['letter'];

/**
 * The acceptance numbers at AQL 4.0 by letter. A letter without a number takes the plan of another letter: `↓` the next
 * one that has a number, `↑` the last one before it.
 */
const ACCEPTANCE_AT_4: Record<Severity, readonly (number | '↓' | '↑')[]> = {
  //          A    B    C    D    E    F  G  H  J  K   L   M
  normal: ['↓', 0, '↑', '↓', 1, 2, 3, 5, 7, 10, 14, 21],
  tightened: ['↓', '↓', 0, '↑', '↓', 1, 2, 3, 5, 8, 12, 18],
};

export type SamplingPlan = {
  /** The letter of the lot's size. */
  codeLetter: CodeLetter;
  sampleSize: number;
  /** The lot is accepted with at most this many rejects in the sample. */
  acceptance: number;
};

/** The plan for a lot of this size. A sample that would be larger than the lot is the whole lot. */
export const planFor = (lotSize: number, aql: Aql, severity: Severity): SamplingPlan => {
  const own = LETTERS.findIndex(({ upTo }) => lotSize <= upTo);
  if (own < 0) throw new Error(`no code letter for a lot of ${lotSize}`);
  const column = acceptanceColumn(aql, severity);
  let row = own;
  while (typeof column[row] !== 'number') row += column[row] === '↓' ? 1 : -1;
  return {
    codeLetter: LETTERS[own]!.letter,
    sampleSize: Math.min(LETTERS[row]!.sample, lotSize),
    acceptance: column[row] as number,
  };
};

/**
 * The acceptance numbers at this AQL, by code letter: the column of AQL 4.0, moved by one letter for each
 * limit between the two.
 */
const acceptanceColumn = (aql: Aql, severity: Severity): readonly (number | '↓' | '↑')[] => {
  const later = AQLS.indexOf(4) - AQLS.indexOf(aql);
  const column = ACCEPTANCE_AT_4[severity];
  // A letter before the moved column takes the first plan of the column; a letter after its end takes the
  // last one.
  return LETTERS.map((_, row) => column[row - later] ?? (row < later ? '↓' : '↑'));
};

/** The reason why a lot is formed now: enough results wait, no more come for now, or the batch is closed. */
export type LotCause = 'full' | 'quiet' | 'closed';

/** Decides whether waiting results form a lot now. */
export const lotDue = (group: {
  waiting: number;
  lotSize: number;
  quiet: boolean;
  closed: boolean;
}): LotCause | undefined => {
  if (group.waiting >= group.lotSize) return 'full';
  if (group.closed) return 'closed';
  return group.quiet ? 'quiet' : undefined;
};

/** Draws `count` of the items, each with the same chance. `random` gives numbers from 0 up to 1. */
export const drawSample = <Item>(items: readonly Item[], count: number, random: () => number): Item[] => {
  const rest = [...items];
  for (let drawn = 0; drawn < count; drawn++) {
    const other = drawn + Math.floor(random() * (rest.length - drawn));
    [rest[drawn], rest[other]] = [rest[other] as Item, rest[drawn] as Item];
  }
  return rest.slice(0, count);
};

export type LotOutcome = 'accepted' | 'refused';

/** The outcome of a lot; undefined while the decisions about its sample still allow both outcomes. */
export const lotOutcome = (lot: {
  sampleSize: number;
  acceptance: number;
  decided: number;
  rejected: number;
}): LotOutcome | undefined => {
  if (lot.rejected > lot.acceptance) return 'refused';
  return lot.decided >= lot.sampleSize ? 'accepted' : undefined;
};

/** The severity in force, and the outcomes of the last lots since the severity was switched, oldest first. */
export type Switching = { severity: Severity; outcomes: readonly LotOutcome[] };
export const FIRST_SWITCHING: Switching = { severity: 'normal', outcomes: [] };

const LOTS_LOOKED_AT = 5;
const REFUSED_TO_TIGHTEN = 2;

/**
 * Switches to tightened when 2 of the last 5 lots were refused, and back to normal after 5 accepted lots in a
 * row.
 */
export const switchAfter = ({ severity, outcomes }: Switching, outcome: LotOutcome): Switching => {
  const latest = [...outcomes, outcome].slice(-LOTS_LOOKED_AT);
  const refused = latest.filter((one) => one === 'refused').length;
  if (severity === 'normal')
    return refused >= REFUSED_TO_TIGHTEN
      ? { severity: 'tightened', outcomes: [] }
      : { severity, outcomes: latest };
  return latest.length === LOTS_LOOKED_AT && refused === 0
    ? { severity: 'normal', outcomes: [] }
    : { severity, outcomes: latest };
};

/** Says in a sentence why this severity is in force. */
export const whySeverity = ({ severity, outcomes }: Switching): string => {
  const refused = outcomes.filter((one) => one === 'refused').length;
  const accepted = outcomes.length - 1 - outcomes.lastIndexOf('refused');
  return severity === 'normal'
    ? `Normal inspection: ${refused} of the last ${outcomes.length} lots were refused. It is tightened when ${REFUSED_TO_TIGHTEN} of ${LOTS_LOOKED_AT} are.`
    : `Tightened inspection: ${REFUSED_TO_TIGHTEN} of ${LOTS_LOOKED_AT} lots were refused. It is normal again after ${LOTS_LOOKED_AT} accepted lots in a row; ${accepted} so far.`;
};
