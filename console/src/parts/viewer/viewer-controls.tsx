import './viewer-controls.css';
import { useId } from 'react';
import type { Mode } from './comparison.tsx';
import { BACKDROPS, type Backdrop } from './pane.tsx';
import { FIT, factorFor, type Size, type View, within, zoomOf } from './view.ts';

const MODE_WORDS: Record<Mode, string> = {
  slider: 'Slider',
  beside: 'Side by side',
  difference: 'Difference',
  result: 'Result',
  original: 'Original',
};

/** Images that are not aligned are only shown side by side or alone. */
export const modesFor = (isAligned: boolean): readonly Mode[] =>
  isAligned ? ['slider', 'beside', 'difference', 'result', 'original'] : ['beside', 'result', 'original'];

type ModeProps = { mode: Mode; isAligned: boolean; onChange: (mode: Mode) => void };

export const ModeSwitch = ({ mode, isAligned, onChange }: ModeProps) => {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="hidden">How to compare</legend>
      {modesFor(isAligned).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={mode === one} onChange={() => onChange(one)} />
          {MODE_WORDS[one]}
        </label>
      ))}
    </fieldset>
  );
};

type ZoomProps = { view: View; onView: (view: View) => void; pane: Size; image: Size };

/** The view at which one pixel of the image covers one pixel of the screen; the fitting one if it is that already. */
export const wholePixels = (view: View, pane: Size, image: Size): View => {
  const density = window.devicePixelRatio || 1;
  const isWhole = Math.abs(zoomOf(view, pane, image, density) - 1) < 0.01;
  return isWhole
    ? FIT
    : within({ ...view, factor: factorFor(1, pane, image, density) }, pane, image, density);
};

export const ZoomControls = ({ view, onView, pane, image }: ZoomProps) => {
  const density = window.devicePixelRatio || 1;
  const by = (ratio: number) =>
    onView(within({ ...view, factor: view.factor * ratio }, pane, image, density));
  return (
    <fieldset className="zoom">
      <legend className="hidden">Zoom</legend>
      <button type="button" aria-label="Zoom out" onClick={() => by(1 / 1.5)}>
        −
      </button>
      <button type="button" aria-label="Fit" onClick={() => onView(FIT)}>
        Fit
      </button>
      <button type="button" aria-label="100 %" onClick={() => onView(wholePixels(view, pane, image))}>
        100 %
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => by(1.5)}>
        +
      </button>
      <output>{pane.width > 0 ? `${Math.round(100 * zoomOf(view, pane, image, density))} %` : ''}</output>
    </fieldset>
  );
};

const BACKDROP_WORDS: Record<Backdrop, string> = {
  checker: 'Checkerboard',
  white: 'White',
  black: 'Black',
  grey: 'Grey',
  magenta: 'Magenta',
};

export const BackdropSwitch = ({
  backdrop,
  onChange,
}: {
  backdrop: Backdrop;
  onChange: (backdrop: Backdrop) => void;
}) => {
  const name = useId();
  return (
    <fieldset className="backdrops">
      <legend className="hidden">Backdrop</legend>
      {BACKDROPS.map((one) => (
        <label key={one} title={BACKDROP_WORDS[one]}>
          <input type="radio" name={name} checked={backdrop === one} onChange={() => onChange(one)} />
          <span className="swatch" data-backdrop={one} />
          <span className="hidden">{BACKDROP_WORDS[one]}</span>
        </label>
      ))}
    </fieldset>
  );
};

export const nextBackdrop = (backdrop: Backdrop): Backdrop =>
  BACKDROPS[(BACKDROPS.indexOf(backdrop) + 1) % BACKDROPS.length] ?? 'checker';
