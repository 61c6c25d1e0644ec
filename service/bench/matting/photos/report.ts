import { UNSURE_BELOW } from '../../../src/domain/executions/trace.ts';
import type { ConfidenceFeatures } from '../../../src/matting/confidence.ts';
import type { Score } from '../metrics.ts';
import { randomFrom } from '../random.ts';
import { BACKGROUNDS, type BackgroundName } from './compose.ts';
import type { Cost } from './costs.ts';
import { DIFFICULTIES, type Difficulty } from './difficulties.ts';

// This file is long on purpose: it writes one page, table by table from top to bottom.

/** The methods that are scored on every scene. */
export const MAIN_METHODS = ['auto', 'network', 'GrabCut'] as const;
/** `auto` with one of its parts switched off. */
const WITHOUT_A_PART = ['without cut', 'without fine', 'without matting'] as const;
/** `auto` that runs the network a second time. */
const WITH_A_VARIANT = ['with flip', 'with padding', 'with second pass'] as const;
export const METHODS = [...MAIN_METHODS, ...WITHOUT_A_PART, ...WITH_A_VARIANT] as const;
export type Method = (typeof METHODS)[number];
export const PART_METHODS = ['auto', ...WITHOUT_A_PART] as const satisfies readonly Method[];
export const VARIANT_METHODS = ['auto', ...WITH_A_VARIANT] as const satisfies readonly Method[];
/**
 * The methods whose cost is measured. The variants are left out: each costs what `auto` costs, and one more run
 * of the network.
 */
export const COST_METHODS = [...MAIN_METHODS, ...WITHOUT_A_PART] as const satisfies readonly Method[];
export const HARD_METHODS = ['auto', 'network'] as const satisfies readonly Method[];
/** The confidence is fitted to the results of `auto` alone, so the fit needs no other method. */
export const FIT_METHODS = ['auto'] as const satisfies readonly Method[];

export type PhotoScore = Score & {
  edge: number;
  connectivity: number;
  /**
   * The score of fine structure. Fine structure is what lies outside the cut of GrabCut, so this is undefined
   * where GrabCut was not run.
   */
  fine?: { error: number; total: number };
  cpuMs: number;
};
export type PhotoRow = {
  id: string;
  object: string;
  background: BackgroundName;
  difficulty?: Difficulty;
  confidence: number;
  features: ConfidenceFeatures;
  scores: Record<Method, PhotoScore>;
};

/** A result is bad when its IoU is below GOOD, and doubted when its confidence is below DOUBTED. */
export const GOOD = 0.9;
const DOUBTED = UNSURE_BELOW;
/** The IoU of a result may be this far below that of the network's own mask, unless the result is doubted. */
const BELOW_NETWORK = 0.02;

/** The cost of each method for an image of each size. */
export type Costs = { megapixels: number; costs: Partial<Record<Method, Cost>> }[];

/** The results as Markdown. */
export const report = (rows: PhotoRow[], set: string, costs: Costs): string => {
  const usual = rows.filter(({ difficulty }) => !difficulty);
  return [
    '# Removing backgrounds: scores on photographed objects',
    '',
    `${usual.length} composites of ${set} objects (photographs with true alpha from Debian's tuxpaint-stamps-default) before six`,
    'kinds of background, made by `node service/bench/matting/photos/run.ts`. `network` is the mask of the network alone,',
    "`GrabCut` is OpenCV's, seeded by the same mask. `without` switches one part of `auto` off. Times are CPU times.",
    '',
    ...SCORES.flatMap((each) => table(each, MAIN_METHODS, usual)),
    ...fineTable(MAIN_METHODS, usual),
    ...comparedTables('The parts of `auto`', PART_METHODS, usual),
    ...comparedTables('Asking the network twice', VARIANT_METHODS, usual, VARIANTS_NOTE),
    ...(costs.length === 0 ? [] : costTable(costs)),
    ...comparison(usual),
    ...hardTable(rows.filter(({ difficulty }) => difficulty)),
    ...confidence(rows),
    '',
  ].join('\n');
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The rows of each background, if it has any, and all rows together. */
const byBackground = (rows: PhotoRow[]): [name: string, rows: PhotoRow[]][] =>
  ([...BACKGROUNDS, 'all'] as const)
    .map((name): [string, PhotoRow[]] => [
      name,
      rows.filter(({ background }) => name === 'all' || background === name),
    ])
    .filter(([, some]) => some.length > 0);

type ShownScore = { title: string; of(score: PhotoScore): number; digits: number };

const SCORES: ShownScore[] = [
  { title: 'IoU (more is better)', of: ({ iou }) => iou, digits: 4 },
  {
    title: 'Error in a band of 15 pixels around the edge, thousandths',
    of: ({ edge }) => 1000 * edge,
    digits: 1,
  },
  { title: 'Mean absolute error, thousandths', of: ({ alphaError }) => 1000 * alphaError, digits: 2 },
  { title: 'Gradient error, per thousand pixels', of: ({ gradientError }) => gradientError, digits: 2 },
  { title: 'Connectivity error, per thousand pixels', of: ({ connectivity }) => connectivity, digits: 2 },
  {
    title: 'CPU time of a cut-out in milliseconds, without the network',
    of: ({ cpuMs }) => cpuMs,
    digits: 0,
  },
];

const table = ({ title, of, digits }: ShownScore, methods: readonly Method[], rows: PhotoRow[]): string[] => [
  `## ${title}`,
  '',
  `| background | n | ${methods.join(' | ')} |`,
  `|---|---|${methods.map(() => '---|').join('')}`,
  ...byBackground(rows).map(([name, some]) => {
    const cells = methods.map((method) => mean(some.map(({ scores }) => of(scores[method]))).toFixed(digits));
    return `| ${name} | ${some.length} | ${cells.join(' | ')} |`;
  }),
  '',
];

const VARIANTS_NOTE = [
  '`with` asks the network a second time: for the mirrored image (mean of both masks), for the image with a border of 15 % (its',
  'mask alone), or for the box of the object with a border of 15 % (mean of both masks).',
  '',
];

const comparedTables = (
  title: string,
  methods: readonly Method[],
  rows: PhotoRow[],
  note: string[] = [],
): string[] => {
  const some = rows.filter(({ scores }) => methods.every((method) => scores[method]));
  if (some.length === 0) return [];
  return [
    `# ${title}, on ${some.length} of these composites`,
    '',
    ...note,
    ...differenceTable(methods, some),
    ...SCORES.flatMap((each) => table(each, methods, some)),
    ...fineTable(methods, some),
  ];
};

/** Leaves out the scenes in which GrabCut missed the object: larger parts than fine structure are outside its cut. */
const withFine = (rows: PhotoRow[]) => rows.filter(({ scores }) => scores.GrabCut.iou >= GOOD);
const PLAIN: readonly BackgroundName[] = ['white', 'grey', 'paper'];

const fineTable = (methods: readonly Method[], rows: PhotoRow[]): string[] => {
  const shareOf = (some: PhotoRow[], method: Method) =>
    ratio(some, ({ scores }) => [scores[method].fine?.error ?? 0, scores[method].fine?.total ?? 0]);
  return [
    '## Fine structure: the error as a share of its alpha',
    '',
    `Counts only what lies more than 4 pixels outside GrabCut's cut, in scenes where that cut has an IoU of at least ${GOOD}.`,
    '',
    `| background | n | ${methods.join(' | ')} |`,
    `|---|---|${methods.map(() => '---|').join('')}`,
    ...byBackground(withFine(rows)).map(([name, some]) => {
      const cells = methods.map((method) => shareOf(some, method).toFixed(3));
      return `| ${name} | ${some.length} | ${cells.join(' | ')} |`;
    }),
    '',
  ];
};

/** A table of the difference between each method and the first one, with the 95 % interval. */
const differenceTable = ([first, ...others]: readonly Method[], rows: PhotoRow[]): string[] => {
  const plain = withFine(rows).filter(({ background }) => PLAIN.includes(background));
  const shown: { some: PhotoRow[]; of(row: PhotoRow, method: Method): Fraction; digits: number }[] = [
    { some: rows, of: ({ scores }, method) => [scores[method].iou, 1], digits: 4 },
    { some: rows, of: ({ scores }, method) => [1000 * scores[method].edge, 1], digits: 1 },
    {
      some: plain,
      of: ({ scores }, method) => [scores[method].fine!.error, scores[method].fine!.total],
      digits: 3,
    },
  ];
  const cellsOf = (method: Method) =>
    shown.flatMap(({ some, of, digits }) => {
      const difference = (row: PhotoRow): Fraction => [
        of(row, method)[0] - of(row, first!)[0],
        of(row, first!)[1],
      ];
      const [low, high] = interval(some, difference);
      return [ratio(some, difference).toFixed(digits), `${low.toFixed(digits)} to ${high.toFixed(digits)}`];
    });
  return [
    `## Difference to \`${first}\``,
    '',
    'The 95 % intervals come from a paired bootstrap over objects. Fine structure is scored before white, grey and paper.',
    '',
    '| | IoU | interval | edge error | interval | fine structure | interval |',
    '|---|---|---|---|---|---|---|',
    `| \`${first}\` | ${shown.map(({ some, of, digits }) => `${ratio(some, (row) => of(row, first!)).toFixed(digits)} | `).join(' | ')} |`,
    ...others.map((method) => `| ${method} | ${cellsOf(method).join(' | ')} |`),
    '',
  ];
};

const costTable = (costs: Costs): string[] => [
  '## Time and memory, without the network',
  '',
  'The least CPU time of three rounds, and the memory beyond the image and the program, each in a process of its own.',
  '',
  `| method | ${costs.map(({ megapixels }) => `${megapixels} MP, seconds | ${megapixels} MP, MB`).join(' | ')} |`,
  `|---|${costs.map(() => '---|---|').join('')}`,
  ...COST_METHODS.map((method) => {
    const cells = costs
      .map((each) => each.costs[method]!)
      .map(({ ms, megabytes }) => `${(ms / 1000).toFixed(2)} | ${Math.round(megabytes)}`);
    return `| ${method} | ${cells.join(' | ')} |`;
  }),
  '',
];

const comparison = (rows: PhotoRow[]): string[] => {
  const below = rows.filter(
    ({ scores, confidence }) => scores.auto.iou < scores.network.iou - BELOW_NETWORK && confidence >= DOUBTED,
  );
  return [
    '## Beside GrabCut and the network',
    '',
    'How far `auto` is ahead of GrabCut in IoU, with the 95 % interval of 10,000 bootstrap samples. They are drawn by object,',
    'because the composites of one object resemble each other. The last column is the edge error as a share of that of GrabCut.',
    '',
    '| background | n | objects | ahead in IoU | 95 % interval | edge error, share |',
    '|---|---|---|---|---|---|',
    ...byBackground(rows).map(([name, some]) => {
      const ahead = mean(some.map(aheadOf));
      const edge = (method: Method) => mean(some.map(({ scores }) => scores[method].edge));
      const objects = new Set(some.map(({ object }) => object)).size;
      const [low, high] = interval(some, (row) => [aheadOf(row), 1]);
      return `| ${name} | ${some.length} | ${objects} | ${ahead.toFixed(4)} | ${low.toFixed(4)} to ${high.toFixed(4)} | ${(edge('auto') / edge('GrabCut')).toFixed(2)} |`;
    }),
    '',
    `${below.length} of ${rows.length} results are more than ${BELOW_NETWORK} below the network's own mask and not doubted${below.length === 0 ? '' : `: ${below.map(({ id }) => id).join(', ')}`}.`,
    '',
  ];
};

const aheadOf = ({ scores }: PhotoRow) => scores.auto.iou - scores.GrabCut.iou;

const SAMPLES = 10_000;

/**
 * What one row adds to the numerator and to the denominator of a ratio of sums. For a mean, it adds 1 to the
 * denominator.
 */
type Fraction = [above: number, below: number];

const ratio = (rows: PhotoRow[], of: (row: PhotoRow) => Fraction): number => {
  const fractions = rows.map(of);
  const sum = (n: 0 | 1) => fractions.reduce((total, fraction) => total + fraction[n], 0);
  return sum(0) / Math.max(1e-9, sum(1));
};

/** The 95 % interval of a ratio of sums, by bootstrap over objects. */
const interval = (rows: PhotoRow[], of: (row: PhotoRow) => Fraction): [low: number, high: number] => {
  const random = randomFrom(1);
  const objects = [...Map.groupBy(rows, ({ object }) => object).values()].map((some) => {
    const fractions = some.map(of);
    return {
      above: fractions.reduce((sum, [above]) => sum + above, 0),
      below: fractions.reduce((sum, [, below]) => sum + below, 0),
    };
  });
  const ratios = Array.from({ length: SAMPLES }, () => {
    let [above, below] = [0, 0];
    for (const _ of objects) {
      const drawn = random.pick(objects);
      above += drawn.above;
      below += drawn.below;
    }
    return above / Math.max(1e-9, below);
  }).sort((a, b) => a - b);
  return [ratios[Math.floor(0.025 * SAMPLES)]!, ratios[Math.floor(0.975 * SAMPLES)]!];
};

const hardTable = (rows: PhotoRow[]): string[] => [
  '## Hard scenes',
  '',
  `| difficulty | n | ${HARD_METHODS.map((method) => `IoU ${method}`).join(' | ')} | bad results | of these doubted | good results | of these doubted |`,
  `|---|---|${HARD_METHODS.map(() => '---|').join('')}---|---|---|---|`,
  ...([...DIFFICULTIES, 'all'] as const).map((name) => {
    const some = rows.filter(({ difficulty }) => name === 'all' || difficulty === name);
    const ious = HARD_METHODS.map((method) => mean(some.map(({ scores }) => scores[method].iou)).toFixed(3));
    const { bad, good } = splitByIou(some);
    const cells = [some.length, ...ious, bad.length, doubted(bad), good.length, doubted(good)];
    return `| ${name} | ${cells.join(' | ')} |`;
  }),
  '',
];

const splitByIou = (rows: PhotoRow[]) => ({
  bad: rows.filter(({ scores }) => scores.auto.iou < GOOD),
  good: rows.filter(({ scores }) => scores.auto.iou >= GOOD),
});
const doubted = (rows: PhotoRow[]) => rows.filter((row) => row.confidence < DOUBTED).length;

const BINS = 10;

/**
 * The scenes in ten bins by their confidence: the scenes of a bin, their mean confidence, and the fraction of
 * good results.
 */
export const confidenceBins = (rows: PhotoRow[]) =>
  Array.from({ length: BINS }, (_, n) => {
    const some = rows.filter((row) => Math.min(BINS - 1, Math.floor(row.confidence * BINS)) === n);
    const good = splitByIou(some).good.length / Math.max(1, some.length);
    return { some, good, meanConfidence: mean(some.map((row) => row.confidence)), from: n / BINS };
  });

/**
 * Results that show another object than the small one that was meant. The confidence cannot know which one was
 * meant.
 */
const isOtherObject = ({ difficulty, scores }: PhotoRow) =>
  difficulty === 'small-clutter' && scores.auto.iou < 0.5;

/** The probability that a good result has a higher confidence than a bad one: the area under the ROC curve. */
const areaUnderRoc = (rows: PhotoRow[]): number => {
  const { bad, good } = splitByIou(rows);
  return mean(
    bad.flatMap((one) => good.map((other) => (Math.sign(other.confidence - one.confidence) + 1) / 2)),
  );
};

/**
 * The points of the ROC curve that are shown, by false positive rate: the fraction of good results that is
 * doubted.
 */
const ROC_SHARES = [0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.3];

/**
 * The ROC curve as a table: for each fraction of good results doubted, the threshold at which that happens, and
 * the bad results doubted at this threshold.
 */
const rocTable = (rows: PhotoRow[]): string[] => {
  const { bad, good } = splitByIou(rows);
  const sorted = good.map((row) => row.confidence).sort((a, b) => a - b);
  return [
    `The ROC curve on these scenes; the area under it is ${areaUnderRoc(rows).toFixed(3)}.`,
    '',
    '| good results doubted | threshold | bad results doubted |',
    '|---|---|---|',
    ...ROC_SHARES.map((share) => {
      const threshold = sorted[Math.floor(share * sorted.length)] ?? 1;
      const below = bad.filter((row) => row.confidence < threshold).length;
      return `| ${share} | ${threshold.toFixed(2)} | ${below} of ${bad.length} (${(below / Math.max(1, bad.length)).toFixed(2)}) |`;
    }),
    '',
  ];
};

const confidence = (rows: PhotoRow[]): string[] => {
  const bins = confidenceBins(rows);
  const gap = bins.reduce(
    (sum, { some, good, meanConfidence }) => sum + some.length * Math.abs(good - meanConfidence),
    0,
  );
  const { bad, good } = splitByIou(rows);
  const meant = bad.filter((row) => !isOtherObject(row));
  return [
    '## Confidence',
    '',
    `On all ${rows.length} scenes, hard ones included. A result with an IoU below ${GOOD} is bad; a confidence below ${DOUBTED} is a doubt.`,
    `Bad results doubted: ${doubted(bad)} of ${bad.length}. Good results doubted: ${doubted(good)} of ${good.length}. Expected calibration error: ${(gap / Math.max(1, rows.length)).toFixed(3)}.`,
    `Without the ${bad.length - meant.length} results that show another object than the small one that was meant: ${doubted(meant)} of ${meant.length} bad results doubted.`,
    '',
    ...rocTable(rows),
    '| confidence | n | mean confidence | share of good results |',
    '|---|---|---|---|',
    ...bins.map(({ some, good: share, meanConfidence, from }) => {
      const cells = some.length === 0 ? '- | -' : `${meanConfidence.toFixed(2)} | ${share.toFixed(2)}`;
      return `| ${from.toFixed(1)} to ${(from + 1 / BINS).toFixed(1)} | ${some.length} | ${cells} |`;
    }),
  ];
};
