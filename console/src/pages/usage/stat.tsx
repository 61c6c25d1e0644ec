import { count } from '../../format.ts';

type Props = { name: string; value: number | string | null | undefined; about?: string; mark?: string };

/**
 * One number with its name and, with `mark`, the colour that stands for it in a bar. `value` is undefined while it
 * loads, and null when there is none.
 */
export const Stat = ({ name, value, about, mark }: Props) => (
  <div className="stat">
    <span className="label">
      {mark && <span className={`mark-of ${mark}`} aria-hidden="true" />}
      {name}
    </span>
    <strong aria-busy={value === undefined}>
      {value === undefined ? <span className="skeleton line" /> : shown(value)}
    </strong>
    {about && <span className="hint">{about}</span>}
  </div>
);

const shown = (value: number | string | null): string => {
  if (value === null) return '–';
  return typeof value === 'number' ? count(value) : value;
};
