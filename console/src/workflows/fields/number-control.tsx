import { useState } from 'react';
import type { ControlProps } from './param-field.tsx';

type Props = ControlProps<number> & {
  slider: { min: number; max: number; step: number } | null;
  isWhole: boolean;
  unit: string;
};

/** A number that is typed, with its unit, and beside it a slider if its range is small enough for one. */
export const NumberControl = ({
  id,
  label,
  value,
  onChange,
  slider,
  unit,
  describedBy,
  invalid,
  disabled,
}: Props) => {
  // Keeps the typed text while it is not a number yet, such as "-" or nothing.
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    const number = Number(text.replace(',', '.'));
    const isNumber = text.trim() !== '' && Number.isFinite(number);
    setTyped(text);
    if (isNumber) onChange(number);
  };
  return (
    <div className="number-row">
      {slider && (
        <input
          type="range"
          min={slider.min}
          max={slider.max}
          step={slider.step}
          value={value}
          disabled={disabled}
          aria-label={`${label}, slider`}
          onChange={({ target }) => {
            setTyped(null);
            onChange(Number(target.value));
          }}
        />
      )}
      <span className="with-unit">
        <input
          id={id}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? String(value ?? '')}
          disabled={disabled}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={({ target }) => take(target.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (by === 0 || event.altKey) return;
            event.preventDefault();
            setTyped(null);
            onChange(rounded(value + by * (slider?.step ?? 1) * (event.shiftKey ? 10 : 1)));
          }}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
    </div>
  );
};

/** Removes the floating-point error: 0.1 + 0.2 becomes 0.3. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;
