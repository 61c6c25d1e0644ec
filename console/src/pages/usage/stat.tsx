import { count } from '../../format.ts';

type Props = { name: string; value: number | string | null | undefined; about?: string };

/** One number with its name. Undefined while it loads; null when there is none. */
export const Stat = ({ name, value, about }: Props) => (
  <div className="stat">
    <span className="label">{name}</span>
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
