import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { clampView, panned, placeOf, type Size, type View, zoomedAt, zoomOf } from './view.ts';

export type Rectangle = { x: number; y: number; width: number; height: number };
export type Backdrop = 'checker' | 'white' | 'black' | 'grey' | 'magenta';
export const BACKDROPS: readonly Backdrop[] = ['checker', 'white', 'black', 'grey', 'magenta'];

type Point = { x: number; y: number };
type Place = ReturnType<typeof placeOf>;

export type PaneProps = {
  /** The size of the image that is shown, in pixels. */
  image: Size;
  view: View;
  onView: (view: View) => void;
  /** Called with the size of the pane, at first and after each change. */
  onSize?: (size: Size) => void;
  backdrop: Backdrop;
  /** The content, in the coordinates of the image; or a function that gets the image's place in the pane and draws there. */
  children: ReactNode | ((place: Place, pane: Size) => ReactNode);
  /** The wheel zooms without Ctrl. For pages that do not scroll themselves. */
  wheelZooms?: boolean;
  /** Called with the pixel of the image under the pointer. */
  onPoint?: (point: Point | undefined) => void;
  /**
   * If given, the pointer draws a rectangle instead of moving the image. The numbers of the rectangle are fractions
   * of the image's width and height.
   */
  onDraw?: ((rectangle: Rectangle) => void) | undefined;
  /** Called for a swipe to the side while the whole image is in view. */
  onSwipe?: ((direction: 'left' | 'right') => void) | undefined;
  className?: string;
  style?: CSSProperties;
};

const WHEEL = 0.0018;
const MIN_DRAWN_PX = 6;
const SWIPE_PX = 70;
const NO_SIZE: Size = { width: 0, height: 0 };

/** A part of the screen that shows an image, to be zoomed and moved by pointer, wheel and fingers. */
export const Pane = (props: PaneProps) => {
  const { image, view, onView, backdrop, children, className = '', style } = props;
  const box = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState(NO_SIZE);
  const [draft, setDraft] = useState<Rectangle>();
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const density = window.devicePixelRatio || 1;
  const place = placeOf(clampView(view, pane, image, density), pane, image, density);
  const frame = { pane, image, density };
  const latest = useRef({ ...props, frame });
  latest.current = { ...props, frame };

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      setPane(size);
      latest.current.onSize?.(size);
    });
    observer.observe(element);
    // React adds passive wheel listeners, which cannot keep the page from scrolling as well.
    const onWheel = (event: WheelEvent) => {
      const { wheelZooms, view, onView, frame } = latest.current;
      if (!wheelZooms && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      onView(zoomedAt(view, Math.exp(-event.deltaY * WHEEL), at, frame));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, []);

  const inPane = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const inImage = ({ x, y }: Point): Point => ({
    x: (x - place.left) / place.scale,
    y: (y - place.top) / place.scale,
  });
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button, input, textarea')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = inPane(event);
    start.current = at;
    pointers.current.set(event.pointerId, at);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = inPane(event);
    props.onPoint?.(inImage(at));
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, at);
    if (other) {
      const ratio = distance(at, other) / Math.max(1, distance(before, other));
      onView(zoomedAt(view, ratio, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, frame));
    } else if (props.onDraw) setDraft(partsOf(inImage(start.current), inImage(at), image));
    else onView(panned(view, { x: at.x - before.x, y: at.y - before.y }, frame));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (!pointers.current.delete(event.pointerId)) return;
    const at = inPane(event);
    if (draft && distance(at, start.current) >= MIN_DRAWN_PX) props.onDraw?.(draft);
    setDraft(undefined);
    const across = at.x - start.current.x;
    const isSwipe = event.pointerType === 'touch' && view.factor <= 1.01 && Math.abs(across) > SWIPE_PX;
    if (isSwipe && Math.abs(across) > 2 * Math.abs(at.y - start.current.y))
      props.onSwipe?.(across > 0 ? 'right' : 'left');
  };
  return (
    <div
      ref={box}
      className={`pane ${className}`}
      data-backdrop={backdrop}
      data-drawing={props.onDraw ? true : undefined}
      data-pixelated={zoomOf(view, pane, image, density) >= 2 || undefined}
      style={style}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onPointerLeave={() => props.onPoint?.(undefined)}
    >
      {pane.width > 0 && (
        <div
          className="world"
          style={
            {
              width: image.width,
              height: image.height,
              transform: `translate(${place.left}px, ${place.top}px) scale(${place.scale})`,
              '--unit': 1 / place.scale,
            } as CSSProperties
          }
        >
          {typeof children === 'function' ? children(place, pane) : children}
          {draft && <span className="area-mark" style={percentOf(draft)} />}
        </div>
      )}
    </div>
  );
};

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const partsOf = (from: Point, to: Point, { width, height }: Size): Rectangle => {
  const [left, right] = [clamp(Math.min(from.x, to.x) / width), clamp(Math.max(from.x, to.x) / width)];
  const [top, bottom] = [clamp(Math.min(from.y, to.y) / height), clamp(Math.max(from.y, to.y) / height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** The place of a rectangle in its image, for CSS. */
export const percentOf = ({ x, y, width, height }: Rectangle): CSSProperties => ({
  left: `${100 * x}%`,
  top: `${100 * y}%`,
  width: `${100 * width}%`,
  height: `${100 * height}%`,
});
