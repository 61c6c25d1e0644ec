import type { Score } from '../metrics.ts';
import { BACKGROUNDS, type BackgroundName } from './compose.ts';

export const METHODS = [
  'auto',
  'without odds',
  'without cut',
  'without fine',
  'without matting',
  'network',
  'GrabCut',
] as const;
export type Method = (typeof METHODS)[number];

export type PhotoScore = Score & {
  edge: number;
  connectivity: number;
  fine: { error: number; total: number };
  ms: number;
};
export type PhotoRow = {
  id: string;
  background: BackgroundName;
  hard: boolean;
  confidence: number;
  scores: Record<Method, PhotoScore>;
};

/** A result below this IoU is bad, and below this confidence it is doubted. */
const GOOD = 0.9;
const DOUBTED = 0.75;
/** A result may be this far below the network's own mask unless it is doubted. */
const BELOW_NETWORK = 0.02;

/** The results as Markdown. */
export const report = (rows: PhotoRow[], set: string): string => {
  const usual = rows.filter(({ hard }) => !hard);
  return [
    '# Removing backgrounds: scores on photographed objects',
    '',
    `${usual.length} composites of ${set} objects (photographs with true alpha from Debian's tuxpaint-stamps-default) before six`,
    'kinds of background, made by `node service/bench/matting/photos/run.ts`. `network` is the mask of the network alone,',
    "`GrabCut` is OpenCV's, seeded by the same mask. `without` switches one part of `auto` off.",
    '',
    ...table('IoU (more is better)', usual, ({ iou }) => iou, 4),
    ...table(
      'Error in a band of 15 pixels around the edge, thousandths',
      usual,
      ({ edge }) => 1000 * edge,
      1,
    ),
    ...table('Mean absolute error, thousandths', usual, ({ alphaError }) => 1000 * alphaError, 2),
    ...table('Gradient error, per thousand pixels', usual, ({ gradientError }) => gradientError, 2),
    ...table('Connectivity error, per thousand pixels', usual, ({ connectivity }) => connectivity, 2),
    ...fineTable(usual),
    ...table('Milliseconds for a cut-out, without the network', usual, ({ ms }) => ms, 0),
    ...comparison(usual),
    ...confidence(rows),
    '',
  ].join('\n');
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const table = (
  title: string,
  rows: PhotoRow[],
  of: (score: PhotoScore) => number,
  digits: number,
): string[] => [
  `## ${title}`,
  '',
  `| background | n | ${METHODS.join(' | ')} |`,
  `|---|---|${METHODS.map(() => '---|').join('')}`,
  ...([...BACKGROUNDS, 'all'] as const).map((name) => {
    const some = rows.filter(({ background }) => name === 'all' || background === name);
    const cells = METHODS.map((method) => mean(some.map(({ scores }) => of(scores[method]))).toFixed(digits));
    return `| ${name} | ${some.length} | ${cells.join(' | ')} |`;
  }),
  '',
];

const fineTable = (rows: PhotoRow[]): string[] => {
  const shareOf = (method: Method) => {
    const error = mean(rows.map(({ scores }) => scores[method].fine.error));
    return error / Math.max(1e-9, mean(rows.map(({ scores }) => scores[method].fine.total)));
  };
  return [
    '## Fine structure, more than 4 pixels outside the cut of GrabCut: error as a share of its alpha',
    '',
    `| ${METHODS.join(' | ')} |`,
    `|${METHODS.map(() => '---|').join('')}`,
    `| ${METHODS.map((method) => shareOf(method).toFixed(3)).join(' | ')} |`,
    '',
  ];
};

const comparison = (rows: PhotoRow[]): string[] => {
  const ahead = rows.map(({ scores }) => scores.auto.iou - scores.GrabCut.iou);
  const average = mean(ahead);
  const deviation = Math.sqrt(mean(ahead.map((value) => (value - average) ** 2)));
  const margin = (1.96 * deviation) / Math.sqrt(ahead.length);
  const below = rows.filter(
    ({ scores, confidence }) => scores.auto.iou < scores.network.iou - BELOW_NETWORK && confidence >= DOUBTED,
  );
  return [
    '## Beside GrabCut and the network',
    '',
    `\`auto\` is ahead of GrabCut by ${average.toFixed(4)} of IoU on average (95 % interval ${(average - margin).toFixed(4)} to ${(average + margin).toFixed(4)}).`,
    `${below.length} of ${rows.length} results are more than ${BELOW_NETWORK} below the network's own mask and not doubted${below.length === 0 ? '' : `: ${below.map(({ id }) => id).join(', ')}`}.`,
    '',
  ];
};

const confidence = (rows: PhotoRow[]): string[] => {
  const bins = Array.from({ length: 5 }, (_, n) => {
    const some = rows.filter((row) => Math.min(4, Math.floor(row.confidence * 5)) === n);
    const good = some.filter(({ scores }) => scores.auto.iou >= GOOD).length / Math.max(1, some.length);
    return { some, good, said: mean(some.map((row) => row.confidence)), from: n / 5 };
  });
  const gap = bins.reduce((sum, { some, good, said }) => sum + some.length * Math.abs(good - said), 0);
  const bad = rows.filter(({ scores }) => scores.auto.iou < GOOD);
  const good = rows.filter(({ scores }) => scores.auto.iou >= GOOD);
  const doubted = (some: PhotoRow[]) => some.filter((row) => row.confidence < DOUBTED).length;
  return [
    '## Confidence',
    '',
    `On all ${rows.length} scenes, hard ones included. A result with an IoU below ${GOOD} is bad; a confidence below ${DOUBTED} is a doubt.`,
    `Bad results doubted: ${doubted(bad)} of ${bad.length}. Good results doubted: ${doubted(good)} of ${good.length}. Expected calibration error: ${(gap / Math.max(1, rows.length)).toFixed(3)}.`,
    '',
    '| confidence | n | mean confidence | share of good results |',
    '|---|---|---|---|',
    ...bins.map(
      ({ some, good: share, said, from }) =>
        `| ${from.toFixed(1)} to ${(from + 0.2).toFixed(1)} | ${some.length} | ${some.length === 0 ? '-' : said.toFixed(2)} | ${some.length === 0 ? '-' : share.toFixed(2)} |`,
    ),
  ];
};
