import './viewer.css';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Compared } from './compared.ts';
import { IDENTITY } from './geometry.ts';
import { Layer } from './layer.tsx';
import { Pane, type PaneProps } from './pane.tsx';
import { type Sample, usePixelReadout } from './pixel-readout.tsx';

export type Mode = 'slider' | 'beside' | 'difference' | 'result' | 'original';

type Props = Omit<PaneProps, 'image' | 'children' | 'onPoint' | 'style' | 'className'> & {
  /** The name of the file, for the descriptions of both images. */
  name: string;
  compared: Compared;
  mode: Mode;
  /** Marks on the result. */
  marks?: ReactNode;
};

/**
 * The original and the result of an execution: side by side, or one over the other with corresponding pixels
 * aligned.
 */
export const Comparison = ({ name, compared, mode: wanted, marks, ...pane }: Props) => {
  const { before, after, originalSize, resultSize, matrix, isAligned } = compared;
  const [split, setSplit] = useState(50);
  // While the sizes are not known, the result is shown alone, at the place where it will stay.
  const mode = !isAligned && (wanted === 'slider' || wanted === 'difference') ? 'result' : wanted;
  const samples: Sample[] = [
    { name: 'Original', image: before?.element, size: originalSize, matrix },
    { name: 'Result', image: after?.element, size: resultSize, matrix: IDENTITY },
  ];
  const { readout, onPoint } = usePixelReadout(isAligned ? samples : samples.slice(1), resultSize);
  const originalLayer = (
    <Layer image={before} alt={`Original ${name}`} size={originalSize} matrix={matrix} className="before" />
  );
  const resultLayer = <Layer image={after} alt={`Result of ${name}`} size={resultSize} className="after" />;
  const shared = { ...pane, image: resultSize, onPoint };
  const isAlone = mode === 'original' && !isAligned;
  return (
    <div className="comparison" data-mode={mode} data-aligned={isAligned}>
      {mode === 'slider' && (
        <>
          <Pane {...shared}>
            {(place, { width }) => {
              const at = ((split / 100) * width - place.left) / place.scale;
              return (
                <>
                  <div className="clip" style={{ clipPath: inset(0, Math.max(0, at)) }}>
                    {resultLayer}
                  </div>
                  <div className="clip" style={{ clipPath: inset(Math.max(0, resultSize.width - at), 0) }}>
                    {originalLayer}
                  </div>
                  {marks}
                </>
              );
            }}
          </Pane>
          <SplitHandle at={split} onChange={setSplit} />
          <span className="tag left">Original</span>
          <span className="tag right">Result</span>
        </>
      )}
      {mode === 'beside' && (
        <>
          <Pane
            {...shared}
            image={isAligned ? resultSize : originalSize}
            onPoint={isAligned ? onPoint : () => {}}
          >
            {originalLayer}
            {isAligned && <span className="frame-of-result" />}
          </Pane>
          <Pane {...shared}>
            {resultLayer}
            {marks}
          </Pane>
          <span className="tag left">Original</span>
          <span className="tag middle">Result</span>
        </>
      )}
      {mode === 'difference' && (
        <>
          <Pane {...shared} backdrop="black" className="difference">
            <div className="clip framed">
              {resultLayer}
              {originalLayer}
            </div>
          </Pane>
          <span className="tag left">Difference, four times brighter</span>
        </>
      )}
      {(mode === 'result' || mode === 'original') && (
        <>
          <Pane {...shared} image={isAlone ? originalSize : resultSize}>
            {mode === 'result' ? resultLayer : originalLayer}
            {mode === 'result' && marks}
          </Pane>
          <span className="tag left">{mode === 'result' ? 'Result' : 'Original'}</span>
        </>
      )}
      {readout}
      {!after && <span className="loading-image" aria-hidden="true" />}
    </div>
  );
};

/** A CSS clip that cuts off the given numbers of pixels at the right and at the left. */
const inset = (right: number, left: number): string => `inset(0 ${right}px 0 ${left}px)`;

/** The line between original and result. It can be dragged, and moved with the arrow keys. */
const SplitHandle = ({ at, onChange }: { at: number; onChange: (at: number) => void }) => {
  const handle = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    handle.current?.setPointerCapture(event.pointerId);
    const { left, width } = handle.current?.parentElement?.getBoundingClientRect() ?? { left: 0, width: 1 };
    onChange(Math.min(100, Math.max(0, (100 * (event.clientX - left)) / width)));
  };
  return (
    <div ref={handle} className="split" style={{ left: `${at}%` }} onPointerDown={drag} onPointerMove={drag}>
      <input
        type="range"
        className="hidden"
        min={0}
        max={100}
        step={1}
        value={Math.round(at)}
        aria-label="Compare the original with the result"
        aria-valuetext={`${Math.round(at)} % original`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
};
