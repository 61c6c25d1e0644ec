import type { ControlProps } from './param-field.tsx';

export type Point = readonly [before: number, after: number];

const TOP = 255;
const NO_LESS = 2;

/** A curve through points from 0 to 255: a drawing of it, and its points as numbers. */
export const PointsControl = ({
  label,
  value,
  onChange,
  most,
  describedBy,
  invalid,
  disabled,
}: ControlProps<readonly Point[]> & { most: number }) => {
  const change = (index: number, side: 0 | 1, text: string) => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) return;
    onChange(
      value.map((point, at) =>
        at === index ? (side === 0 ? [number, point[1]] : [point[0], number]) : point,
      ),
    );
  };
  const add = () => {
    const widest = value.slice(1).reduce(
      (best, [x], at) => {
        const gap = x - (value[at]?.[0] ?? 0);
        return gap > best.gap ? { gap, at } : best;
      },
      { gap: -1, at: 0 },
    );
    const [left, right] = [value[widest.at] ?? [0, 0], value[widest.at + 1] ?? [TOP, TOP]];
    const middle: Point = [Math.round((left[0] + right[0]) / 2), Math.round((left[1] + right[1]) / 2)];
    onChange(value.toSpliced(widest.at + 1, 0, middle));
  };
  return (
    <div className="curve-points">
      <svg viewBox={`-4 -4 ${TOP + 8} ${TOP + 8}`} aria-hidden="true">
        <path className="points-grid" d={`M0 ${TOP}L${TOP} 0M0 0H${TOP}V${TOP}H0Z`} />
        <polyline points={value.map(([x, y]) => `${x},${TOP - y}`).join(' ')} />
        {value.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={TOP - y} r={5} />
        ))}
      </svg>
      <ol>
        {value.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point has no name but its place in the curve
          <li key={index}>
            {([0, 1] as const).map((side) => (
              <input
                key={side}
                className="input"
                type="number"
                min={0}
                max={TOP}
                value={point[side]}
                disabled={disabled}
                aria-label={`${label}, point ${index + 1}, ${side === 0 ? 'before' : 'after'}`}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                onChange={({ target }) => change(index, side, target.value)}
              />
            ))}
            <button
              type="button"
              className="button quiet icon-button"
              disabled={disabled || value.length <= NO_LESS}
              aria-label={`Remove point ${index + 1} of ${label}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="button" disabled={disabled || value.length >= most} onClick={add}>
        Add point<span className="hidden"> to {label}</span>
      </button>
    </div>
  );
};
