import './compare.css';
import { type CSSProperties, useId, useState } from 'react';
import { type ImageSource, ProgressiveImage } from './progressive-image.tsx';

type Props = { original: ImageSource; result: ImageSource; name: string };
type View = 'Slider' | 'Side by side';
const VIEWS: readonly View[] = ['Slider', 'Side by side'];

export const useCompareView = () => useState<View>('Slider');

export const CompareSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="hidden">How to compare</legend>
      {VIEWS.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={view === one} onChange={() => onChange(one)} />
          {one}
        </label>
      ))}
    </fieldset>
  );
};

/** Compares the original with the result: overlaid with a slider, or side by side. */
export const Compare = ({ view, ...props }: Props & { view: View }) =>
  view === 'Slider' ? <Slider {...props} /> : <Beside {...props} />;

const Slider = ({ original, result, name }: Props) => {
  const [at, setAt] = useState(50);
  return (
    <div className="compare" style={{ '--at': `${at}%` } as CSSProperties}>
      <ProgressiveImage className="after" {...result} alt={`Result of ${name}`} />
      <ProgressiveImage className="before" {...original} alt={`Original ${name}`} />
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={at}
        aria-label="Compare the original with the result"
        aria-valuetext={`${at} % original`}
        onChange={({ target }) => setAt(Number(target.value))}
      />
      <div className="handle" />
      <span className="tag left">Original</span>
      <span className="tag right">Result</span>
    </div>
  );
};

const Beside = ({ original, result, name }: Props) => (
  <div className="beside">
    <figure>
      <ProgressiveImage {...original} alt={`Original ${name}`} />
      <figcaption className="tag left">Original</figcaption>
    </figure>
    <figure>
      <ProgressiveImage {...result} alt={`Result of ${name}`} />
      <figcaption className="tag left">Result</figcaption>
    </figure>
  </div>
);
