import { count } from '../format.ts';

type Props = {
  label: string;
  offset: number;
  size: number;
  total: number;
  /** True when there are more entries than `total`, because the service counts only up to a limit. */
  exceeded?: boolean;
  onMove: (offset: number) => void;
};

/** The buttons under a list that lead to newer and older entries. Renders nothing while all entries fit one page. */
export const Pager = ({ label, offset, size, total, exceeded = false, onMove }: Props) =>
  total > size || offset > 0 ? (
    <nav className="actions pager" aria-label={label}>
      <button
        type="button"
        className="button"
        disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - size))}
      >
        Newer
      </button>
      <button
        type="button"
        className="button"
        disabled={offset + size >= total && !exceeded}
        onClick={() => onMove(offset + size)}
      >
        Older
      </button>
      <span className="label" aria-live="polite">
        {count(offset + 1)} to {count(exceeded ? offset + size : Math.min(offset + size, total))} of{' '}
        {exceeded ? `more than ${count(total)}` : count(total)}
      </span>
    </nav>
  ) : null;
