import './marks-editor.css';
import { type PointerEvent, useId, useRef, useState } from 'react';

type Place = readonly [x: number, y: number];
type Box = { x: number; y: number; width: number; height: number };
type Stroke = { points: readonly Place[]; size?: number };
/** A mark on an image. Its coordinates are fractions of the image's width and height, from 0 to 1. */
export type HintMark = Box | Stroke;

const MAX_POINTS = 500;
const MAX_MARKS = 100;
/** A point closer than this to the last one is left out of a stroke: it would not change how the stroke looks. */
const MIN_MOVE = 0.004;
const STROKE_SIZE = 0.01;
const NEW_BOX: Box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };

const isStroke = (mark: HintMark): mark is Stroke => 'points' in mark;
const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

type Props = {
  label: string;
  value: readonly HintMark[];
  onChange: (value: HintMark[]) => void;
  /** The photo to draw on; without one the marks lie on an empty field. */
  photo?: string | undefined;
  disabled?: boolean;
};

/** Boxes and strokes that are drawn on a photo. Boxes can also be added and moved with the keyboard, by their numbers. */
export const MarksEditor = ({ label, value, onChange, photo, disabled = false }: Props) => {
  const [tool, setTool] = useState<'box' | 'stroke'>('stroke');
  const [draft, setDraft] = useState<HintMark>();
  const start = useRef<Place>([0, 0]);
  const name = useId();
  const isFull = value.length >= MAX_MARKS;

  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Place => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [rounded((clientX - left) / width), rounded((clientY - top) / height)];
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled || isFull || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = placeOf(event);
    setDraft(tool === 'stroke' ? { points: [start.current], size: STROKE_SIZE } : undefined);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = placeOf(event);
    setDraft((now) => (tool === 'box' ? boxBetween(start.current, at) : strokeTo(now, at)));
  };
  const onPointerUp = () => {
    if (draft && (isStroke(draft) || (draft.width > 0 && draft.height > 0))) onChange([...value, draft]);
    setDraft(undefined);
  };
  return (
    <div className="hint-marks">
      <div className="hint-tools">
        <div className="segments">
          {(['stroke', 'box'] as const).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={name}
                checked={tool === one}
                disabled={disabled}
                onChange={() => setTool(one)}
              />
              {one === 'stroke' ? 'Stroke' : 'Box'}
            </label>
          ))}
        </div>
        <button
          type="button"
          className="button compact"
          disabled={disabled || isFull}
          onClick={() => onChange([...value, NEW_BOX])}
        >
          Add box<span className="hidden"> to {label}</span>
        </button>
      </div>
      <div className="hint-surface">
        {photo && <img src={photo} alt="" draggable={false} />}
        <svg
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}: ${value.length} marks on the photo`}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setDraft(undefined)}
        >
          {[...value, ...(draft ? [draft] : [])].map((mark, index) =>
            isStroke(mark) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name but its place in the list
              <polyline key={index} points={mark.points.map(([x, y]) => `${x},${y}`).join(' ')} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name but its place in the list
              <rect key={index} {...mark} />
            ),
          )}
        </svg>
      </div>
      <ol>
        {value.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name but its place in the list
          <li key={index}>
            <MarkNumbers
              name={`${label}, mark ${index + 1}`}
              mark={mark}
              disabled={disabled}
              onChange={(next) => onChange(value.with(index, next))}
            />
            <button
              type="button"
              className="button quiet compact"
              disabled={disabled}
              aria-label={`Remove mark ${index + 1} of ${label}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
};

const boxBetween = ([left, top]: Place, [right, bottom]: Place): Box => ({
  x: Math.min(left, right),
  y: Math.min(top, bottom),
  width: rounded(Math.abs(right - left)),
  height: rounded(Math.abs(bottom - top)),
});

const strokeTo = (mark: HintMark | undefined, at: Place): HintMark => {
  const points = mark && isStroke(mark) ? mark.points : [];
  const last = points.at(-1);
  const isNear = last && Math.hypot(at[0] - last[0], at[1] - last[1]) < MIN_MOVE;
  if (isNear || points.length >= MAX_POINTS) return { points, size: STROKE_SIZE };
  return { points: [...points, at], size: STROKE_SIZE };
};

type NumbersProps = {
  name: string;
  mark: HintMark;
  disabled: boolean;
  onChange: (mark: HintMark) => void;
};

/** The fields for the coordinates of a mark, in percent of the photo's width and height. */
const MarkNumbers = ({ name, mark, disabled, onChange }: NumbersProps) => {
  const number = (title: string, part: number, change: (part: number) => HintMark) => (
    <label>
      <span aria-hidden="true">{title} %</span>
      <input
        className="input"
        type="number"
        min={0}
        max={100}
        step={0.1}
        value={Math.round(part * 1000) / 10}
        disabled={disabled}
        aria-label={`${name}, ${title} in percent`}
        onChange={({ target }) => onChange(change(rounded(target.valueAsNumber / 100 || 0)))}
      />
    </label>
  );
  if (isStroke(mark))
    return (
      <>
        <span className="hint-kind">Stroke</span>
        {number('width', mark.size ?? STROKE_SIZE, (size) => ({ ...mark, size }))}
      </>
    );
  return (
    <>
      {number('x', mark.x, (x) => ({ ...mark, x }))}
      {number('y', mark.y, (y) => ({ ...mark, y }))}
      {number('width', mark.width, (width) => ({ ...mark, width }))}
      {number('height', mark.height, (height) => ({ ...mark, height }))}
    </>
  );
};
