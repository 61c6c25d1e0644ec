import type { Score } from './metrics.ts';
import { SETS, type SetName } from './scene.ts';

export const RESULTS = new URL('results.md', import.meta.url);

const RUN_TIME = '## Run time';

/** The page without the section that `time.ts` writes. */
export const withoutRunTime = (page: string): string => page.split(RUN_TIME)[0]!;
/** The section that `time.ts` writes. */
export const runTimeIn = (page: string): string => page.slice(withoutRunTime(page).length);

export const METHODS = ['floor', 'studio', 'model', 'auto'] as const;

export type Row = {
  scene: string;
  family: string;
  set: SetName;
  /** The confidence of `auto`. */
  confidence: number;
  scores: Record<(typeof METHODS)[number], Score>;
  /** Only for glass: the score of `auto` with `glass: true`. */
  asGlass?: Score;
};

/** Writes the results as a Markdown page. */
export const report = (rows: Row[], side: number): string => {
  const families = [...new Set(rows.map(({ family }) => family))];
  const plain = rows.filter(({ family }) => family !== 'white-on-white');
  const level = rows.filter(({ family }) => family === 'uniform' || family === 'gradient');
  const groups: [string, Row[]][] = [
    ...families.map((family): [string, Row[]] => [family, rows.filter((row) => row.family === family)]),
    [LEVEL, level],
    [SAME, of(level, 'held out')],
    [PLAIN, plain],
    [SAME, of(plain, 'held out')],
    ['all', rows],
    ['all, held out', of(rows, 'held out')],
  ];
  return [
    '# Removing backgrounds: scores on rendered scenes',
    '',
    `${rows.length} scenes, ${side} pixels wide, rendered with known alpha by \`node service/bench/matting/run.ts\`. ${of(rows, 'tuned').length} of them`,
    `were used to tune the thresholds, ${of(rows, 'validation').length} to check the progress (validation), and ${of(rows, 'held out').length} are held out: they were first`,
    'rendered after the tuning. `floor` is a threshold on the distance from the mean colour of the border. IoU is the soft',
    'IoU: the sum of the minima of both alphas over the sum of their maxima.',
    '',
    'The scenes are drawings with the noise, shadows and gradients of photos. They compare methods and catch regressions;',
    'they do not promise these figures for photos.',
    '',
    ...targets(level, plain, rows),
    ...table('IoU (more is better)', groups, ({ iou }) => iou.toFixed(3)),
    ...table('Mean absolute alpha error, in thousandths', groups, ({ alphaError }) =>
      (1000 * alphaError).toFixed(1),
    ),
    ...table('Gradient error (per thousand pixels)', groups, ({ gradientError }) => gradientError.toFixed(2)),
    ...glassTable(rows),
    ...confidenceTable(rows),
    ...worst(rows),
  ].join('\n');
};

const LEVEL = 'uniform and gradient';
const PLAIN = 'all without white-on-white';
const SAME = 'the same, held out';

const of = (rows: Row[], set: SetName) => rows.filter((row) => row.set === set);

/** A table of the targets: whether `auto` reaches each on the held-out scenes. */
const targets = (level: Row[], plain: Row[], all: Row[]): string[] => {
  const line = (goal: string, rows: Row[], least: (held: Row[]) => number) => {
    const held = of(rows, 'held out');
    const reached = mean(held, 'auto').iou >= least(held) ? 'reached' : 'missed';
    const cells = SETS.map(
      (set) => `${mean(of(rows, set), 'auto').iou.toFixed(3)} (${of(rows, set).length})`,
    );
    return `| ${goal} | ${cells.join(' | ')} | ${reached} |`;
  };
  const bestSingle = (held: Row[]) => Math.max(mean(held, 'studio').iou, mean(held, 'model').iou);
  return [
    '## Targets for `auto` (mean IoU, and the number of scenes)',
    '',
    `| target | ${SETS.join(' | ')} | result on held out |`,
    `|---|${SETS.map(() => '---|').join('')}---|`,
    line('0.97 on uniform and gradient', level, () => 0.97),
    line('0.90 without white-on-white', plain, () => 0.9),
    line('more than each single method', all, bestSingle),
    '',
  ];
};

const mean = (rows: Row[], method: (typeof METHODS)[number]): Score =>
  meanOf(rows.map(({ scores }) => scores[method]));

const meanOf = (scores: Score[]): Score => {
  const average = (key: keyof Score) =>
    scores.reduce((sum, score) => sum + score[key], 0) / Math.max(1, scores.length);
  return { iou: average('iou'), alphaError: average('alphaError'), gradientError: average('gradientError') };
};

const table = (title: string, groups: [string, Row[]][], show: (score: Score) => string): string[] => [
  `## ${title}`,
  '',
  `| scenes | n | ${METHODS.join(' | ')} |`,
  `|---|---|${METHODS.map(() => '---|').join('')}`,
  ...groups.map(
    ([name, rows]) =>
      `| ${name} | ${rows.length} | ${METHODS.map((method) => show(mean(rows, method))).join(' | ')} |`,
  ),
  '',
];

/**
 * The glass of the scenes can have any colour. Real glass is darker than its background, so the method does
 * better on it.
 */
const glassTable = (rows: Row[]): string[] => {
  const line = (name: string, some: Row[]) => {
    const glass = some.filter(({ asGlass }) => asGlass);
    const solid = mean(glass, 'auto');
    const told = meanOf(glass.map(({ asGlass }) => asGlass!));
    const error = ({ alphaError }: Score) => (1000 * alphaError).toFixed(1);
    return `| ${name} | ${glass.length} | ${solid.iou.toFixed(3)} | ${told.iou.toFixed(3)} | ${error(solid)} | ${error(told)} |`;
  };
  return [
    '## Glass, with `glass: true`',
    '',
    '| scenes | n | IoU as solid | IoU as glass | alpha error as solid | as glass |',
    '|---|---|---|---|---|---|',
    ...SETS.map((set) => line(set, of(rows, set))),
    '',
  ];
};

const GOOD = 0.9;
const DOUBTFUL = 0.75;

const confidenceTable = (rows: Row[]): string[] => {
  const bands: [string, number, number][] = [
    ['below 0.4', 0, 0.4],
    ['0.4 to 0.75', 0.4, DOUBTFUL],
    ['0.75 and above', DOUBTFUL, 1.01],
  ];
  const held = of(rows, 'held out');
  const usual = held.filter(({ family }) => family !== 'white-on-white' && family !== 'busy');
  return [
    '## How well the confidence of `auto` predicts its quality',
    '',
    'Pale objects, undecided models, backgrounds that no smooth surface fits, and glass should be below 0.75.',
    'White on white and busy backgrounds get a low confidence even when the result is good.',
    '',
    '| confidence | n | mean IoU | lowest IoU |',
    '|---|---|---|---|',
    ...bands.map(([name, low, high]) => {
      const ious = rows
        .filter(({ confidence }) => confidence >= low && confidence < high)
        .map(({ scores }) => scores.auto.iou);
      if (ious.length === 0) return `| ${name} | 0 | - | - |`;
      const average = ious.reduce((sum, iou) => sum + iou, 0) / ious.length;
      return `| ${name} | ${ious.length} | ${average.toFixed(3)} | ${Math.min(...ious).toFixed(3)} |`;
    }),
    '',
    `| scenes | IoU below ${GOOD}: confidence below ${DOUBTFUL} | IoU from ${GOOD}: confidence below ${DOUBTFUL} | rank correlation with IoU |`,
    '|---|---|---|---|',
    ...(
      [
        ['all', rows],
        ['held out', held],
        ['held out, without white on white and busy', usual],
      ] as [string, Row[]][]
    ).map(
      ([name, some]) =>
        `| ${name} | ${doubted(some.filter(({ scores }) => scores.auto.iou < GOOD))} | ${doubted(some.filter(({ scores }) => scores.auto.iou >= GOOD))} | ${rankCorrelation(some).toFixed(2)} |`,
    ),
    '',
  ];
};

const doubted = (rows: Row[]) =>
  `${rows.filter(({ confidence }) => confidence < DOUBTFUL).length} of ${rows.length}`;

/** Spearman's rank correlation; ties get their mean rank. */
const rankCorrelation = (rows: Row[]): number => {
  const first = ranksOf(rows.map(({ confidence }) => confidence));
  const second = ranksOf(rows.map(({ scores }) => scores.auto.iou));
  const middle = (rows.length - 1) / 2;
  const product = (a: number[], b: number[]) =>
    a.reduce((sum, rank, i) => sum + (rank - middle) * (b[i]! - middle), 0);
  return product(first, second) / Math.sqrt(product(first, first) * product(second, second) || 1);
};

const ranksOf = (values: number[]): number[] =>
  values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const same = values.filter((other) => other === value).length;
    return below + (same - 1) / 2;
  });

const worst = (rows: Row[]): string[] => [
  '## The ten worst scenes of `auto`',
  '',
  '| scene | IoU | confidence |',
  '|---|---|---|',
  ...rows
    .toSorted((a, b) => a.scores.auto.iou - b.scores.auto.iou)
    .slice(0, 10)
    .map(
      ({ scene, scores, confidence }) =>
        `| ${scene} | ${scores.auto.iou.toFixed(3)} | ${confidence.toFixed(2)} |`,
    ),
  '',
];
