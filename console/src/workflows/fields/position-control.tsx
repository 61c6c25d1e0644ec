import type { ControlProps } from './param-field.tsx';

/** The positions as they lie in the image, row by row, with the words for a screen reader. */
const GRID: readonly [position: string, words: string][] = [
  ['northwest', 'Top left'],
  ['north', 'Top'],
  ['northeast', 'Top right'],
  ['west', 'Left'],
  ['center', 'Middle'],
  ['east', 'Right'],
  ['southwest', 'Bottom left'],
  ['south', 'Bottom'],
  ['southeast', 'Bottom right'],
];

/** A place in the image, chosen on a grid of nine. */
export const PositionControl = ({ id, value, onChange, describedBy, disabled }: ControlProps<string>) => (
  <div className="position-grid">
    {GRID.map(([position, words]) => (
      <label key={position} title={words}>
        <input
          type="radio"
          name={id}
          checked={value === position}
          disabled={disabled}
          aria-label={words}
          aria-describedby={describedBy}
          onChange={() => onChange(position)}
        />
      </label>
    ))}
  </div>
);
