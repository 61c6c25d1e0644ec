import { confidenceBins, type PhotoRow } from './report.ts';

const SIDE = 320;
const MARGIN = 46;

/**
 * A reliability plot as SVG: the fraction of good results against the confidence. A dot with more scenes is
 * larger.
 */
export const reliabilityPlot = (rows: PhotoRow[]): string => {
  const x = (value: number) => (MARGIN + value * SIDE).toFixed(1);
  const y = (value: number) => (MARGIN / 2 + (1 - value) * SIDE).toFixed(1);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const bins = confidenceBins(rows).filter(({ some }) => some.length > 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE + 2 * MARGIN} ${SIDE + 2 * MARGIN}" font-family="sans-serif" font-size="12"><title>Share of good results against confidence</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...ticks.flatMap((tick) => [
      `<path d="M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}" stroke="#ddd"/>`,
      `<text x="${x(tick)}" y="${Number(y(0)) + 18}" text-anchor="middle">${tick}</text>`,
      `<text x="${Number(x(0)) - 8}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ]),
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4"/>`,
    ...bins.map(
      ({ some, good, meanConfidence }) =>
        `<circle cx="${x(meanConfidence)}" cy="${y(good)}" r="${(2 + Math.sqrt(some.length)).toFixed(1)}" fill="#1d6fd1" fill-opacity="0.75"><title>${some.length} scenes</title></circle>`,
    ),
    `<text x="${x(0.5)}" y="${Number(y(0)) + 38}" text-anchor="middle">mean confidence</text>`,
    `<text transform="translate(12 ${y(0.5)}) rotate(-90)" text-anchor="middle">share of good results</text>`,
    '</svg>',
    '',
  ].join('\n');
};
