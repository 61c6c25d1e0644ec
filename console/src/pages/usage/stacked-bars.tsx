import { count } from '../../format.ts';
import type { Group, Stack } from './stacks.ts';

const HEIGHT = 280;
/**
 * The top and bottom of the bars. Above them is space for half a line of text, and below them for the labels of the
 * periods.
 */
const TOP = 12;
const BOTTOM = HEIGHT - 28;
const LEFT_PERCENT = 6;
/** The most labels that fit beside each other without overlapping. */
const MAX_LABELS = 8;

type Props = { label: string; stacks: readonly Stack[]; by: 'day' | 'week' | 'month' };

/** A bar for each period, divided by group. The table beside it has the same numbers. */
export const StackedBars = ({ label, stacks, by }: Props) => {
  const top = niceCeiling(Math.max(1, ...stacks.map(({ total }) => total)));
  const yOf = (value: number) => BOTTOM - (value / top) * (BOTTOM - TOP);
  const step = (100 - LEFT_PERCENT) / Math.max(1, stacks.length);
  const every = Math.ceil(stacks.length / MAX_LABELS);
  return (
    <svg className="bars" role="img" aria-label={label} height={HEIGHT} width="100%">
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line
            className="grid"
            x1={`${LEFT_PERCENT}%`}
            x2="100%"
            y1={yOf(top * share)}
            y2={yOf(top * share)}
          />
          <text className="axis" x={`${LEFT_PERCENT - 1}%`} y={yOf(top * share) + 4} textAnchor="end">
            {shortly(top * share)}
          </text>
        </g>
      ))}
      {stacks.map((stack, index) => {
        const left = LEFT_PERCENT + index * step;
        return (
          <g key={stack.period}>
            <Bar stack={stack} left={left + step * 0.12} width={step * 0.76} yOf={yOf} by={by} />
            {index % every === 0 && (
              <text className="axis" x={`${left + step / 2}%`} y={HEIGHT - 8} textAnchor="middle">
                {periodName(stack.period, by)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};

type BarProps = {
  stack: Stack;
  left: number;
  width: number;
  yOf: (value: number) => number;
  by: Props['by'];
};

const Bar = ({ stack, left, width, yOf, by }: BarProps) => {
  let below = 0;
  return stack.parts.map(({ group, value }) => {
    const from = below;
    below += value;
    return (
      <rect
        key={group.id}
        className={colourClass(group)}
        x={`${left}%`}
        width={`${width}%`}
        y={yOf(below)}
        height={Math.max(1, yOf(from) - yOf(below))}
      >
        <title>{`${periodName(stack.period, by)}, ${group.name}: ${count(value)} of ${count(stack.total)}`}</title>
      </rect>
    );
  });
};

export const colourClass = ({ colour }: Group): string => `series series-${colour ?? 'rest'}`;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** "2 Nov" for a day or the week that begins then, "Nov 26" for a month. */
const periodName = (period: string, by: Props['by']): string =>
  (by === 'month' ? MONTH : DAY).format(new Date(`${period}T00:00:00Z`));

/** Rounds up to 4, 8, 12, 20, 40, 80, 120, 200, 400 …, so that the grid lines at each quarter have round numbers. */
const niceCeiling = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value / 4));
  const factor = [1, 2, 3, 5, 10].find((one) => one * 4 * power >= value) ?? 10;
  return Math.max(4, factor * 4 * power);
};

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const shortly = (value: number): string => SHORT.format(value);
