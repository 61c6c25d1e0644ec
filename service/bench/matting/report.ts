import type { Score } from './metrics.ts';

export const METHODS = ['floor', 'studio', 'model', 'auto'] as const;

export type Row = {
  scene: string;
  family: string;
  heldOut: boolean;
  /** What `auto` said of itself. */
  confidence: number;
  scores: Record<(typeof METHODS)[number], Score>;
};

/** The results as a page. */
export const report = (rows: Row[], side: number): string => {
  const families = [...new Set(rows.map(({ family }) => family))];
  const plain = rows.filter(({ family }) => family !== 'white-on-white');
  const level = rows.filter(({ family }) => family === 'uniform' || family === 'gradient');
  const groups: [string, Row[]][] = [
    ...families.map((family): [string, Row[]] => [family, rows.filter((row) => row.family === family)]),
    ['uniform and gradient', level],
    ['the same, held out', level.filter(({ heldOut }) => heldOut)],
    ['all without white-on-white', plain],
    ['the same, held out', plain.filter(({ heldOut }) => heldOut)],
    ['all', rows],
    ['all, held out', rows.filter(({ heldOut }) => heldOut)],
  ];
  return [
    '# Removing backgrounds: scores on rendered scenes',
    '',
    `${rows.length} scenes, ${side} pixels wide, made by \`node service/bench/matting/run.ts\` with known alpha. A third`,
    'of them is held out: first rendered after the thresholds were settled on the others. `floor` is a threshold on the distance from the mean',
    'colour of the border. IoU is the soft one (sum of minima over sum of maxima of alpha).',
    '',
    'The scenes are drawings with the noise, shadows and gradients of photographs: they compare methods and catch',
    'regressions; they do not promise these figures for photographs.',
    '',
    ...table('IoU (more is better)', groups, ({ iou }) => iou.toFixed(3)),
    ...table('Mean absolute alpha error, in thousandths', groups, ({ alphaError }) =>
      (1000 * alphaError).toFixed(1),
    ),
    ...table('Gradient error (per thousand pixels)', groups, ({ gradientError }) => gradientError.toFixed(2)),
    ...confidenceTable(rows),
    ...worst(rows),
  ].join('\n');
};

const mean = (rows: Row[], method: (typeof METHODS)[number]): Score => {
  const average = (key: keyof Score) =>
    rows.reduce((sum, row) => sum + row.scores[method][key], 0) / Math.max(1, rows.length);
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

const confidenceTable = (rows: Row[]): string[] => {
  const bands: [string, number, number][] = [
    ['below 0.4', 0, 0.4],
    ['0.4 to 0.7', 0.4, 0.7],
    ['0.7 and above', 0.7, 1.01],
  ];
  return [
    '## What the confidence of `auto` is worth',
    '',
    'It tells pale objects, doubtful models and unexplained backgrounds. It does not notice glass.',
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
  ];
};

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
