import { useState } from 'react';
import type { ControlProps } from './param-field.tsx';

type Props = ControlProps<string> & {
  hasAlpha: boolean;
  mayBeEmpty: boolean;
  examples: readonly unknown[];
};

const OPAQUE = 255;

/** A colour: the browser's picker, its notation, common colours, and its opacity if it can have one. */
export const ColourControl = ({
  id,
  label,
  value,
  onChange,
  hasAlpha,
  mayBeEmpty,
  examples,
  describedBy,
  invalid,
  disabled,
}: Props) => {
  // The notation while it is typed; the service says what is wrong with it.
  const [typed, setTyped] = useState<string | null>(null);
  const solid = /^#[0-9a-f]{6}/i.exec(value)?.[0] ?? '#ffffff';
  const alpha = value.length === 9 ? Number.parseInt(value.slice(7), 16) : OPAQUE;
  const set = (colour: string) => {
    setTyped(null);
    onChange(colour);
  };
  const withAlpha = (colour: string, opacity: number) =>
    opacity >= OPAQUE ? colour : `${colour}${Math.round(opacity).toString(16).padStart(2, '0')}`;
  const swatches = [...new Set([...(mayBeEmpty ? [''] : []), ...examples.map(String)])];
  return (
    <div className="colour-control">
      <div className="colour-row">
        <input
          type="color"
          value={solid}
          disabled={disabled}
          aria-label={`${label}, picker`}
          onChange={({ target }) => set(withAlpha(target.value, alpha === 0 ? OPAQUE : alpha))}
        />
        <input
          id={id}
          className="input mono"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? value}
          placeholder={mayBeEmpty ? 'automatic' : '#rrggbb'}
          disabled={disabled}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value.trim());
          }}
          onBlur={() => setTyped(null)}
        />
        {swatches.map((colour) => (
          <button
            key={colour}
            type="button"
            className={`colour-swatch ${colour.endsWith('00') && colour.length === 9 ? 'clear' : ''}`}
            style={colour === '' ? undefined : { backgroundColor: colour }}
            disabled={disabled}
            aria-label={`${label}: ${nameOf(colour)}`}
            aria-pressed={value === colour}
            title={nameOf(colour)}
            onClick={() => set(colour)}
          >
            {colour === '' ? 'A' : ''}
          </button>
        ))}
      </div>
      {hasAlpha && value !== '' && (
        <label className="colour-opacity">
          <span>Opacity</span>
          <input
            type="range"
            min={0}
            max={OPAQUE}
            value={alpha}
            disabled={disabled}
            aria-label={`${label}, opacity`}
            aria-valuetext={`${Math.round((alpha / OPAQUE) * 100)} %`}
            onChange={({ target }) => set(withAlpha(solid, Number(target.value)))}
          />
          <span>{Math.round((alpha / OPAQUE) * 100)} %</span>
        </label>
      )}
    </div>
  );
};

const nameOf = (colour: string): string => {
  if (colour === '') return 'Automatic';
  return colour === '#00000000' ? 'Transparent' : colour;
};
