import './review.css';
import './review-strip.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { viewerImages } from '../executions/executions.ts';
import { traceQuery } from '../executions/trace.ts';
import { count } from '../format.ts';
import { REVIEW_SHORTCUTS } from '../frame/shortcuts.ts';
import { Heading } from '../parts/heading.tsx';
import { useCompared } from '../parts/viewer/compared.ts';
import { Comparison, type Mode } from '../parts/viewer/comparison.tsx';
import { geometryIn } from '../parts/viewer/geometry.ts';
import { type Backdrop, percentOf } from '../parts/viewer/pane.tsx';
import { FIT, type Size } from '../parts/viewer/view.ts';
import {
  BackdropSwitch,
  ModeSwitch,
  modesFor,
  nextBackdrop,
  toggleActualSize,
  ZoomControls,
} from '../parts/viewer/viewer-controls.tsx';
import { useSessionStorage } from '../use-session-storage.ts';
import { type Decision, idOf, isOpen, type Mark } from './desk.ts';
import { Filmstrip } from './filmstrip.tsx';
import { paceOf } from './pace.ts';
import { usePrefetch } from './prefetch.ts';
import { RedoDialog } from './redo-dialog.tsx';
import { wordsForCode } from './reject-codes.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewSide } from './review-side.tsx';
import type { useReviewDesk } from './use-review-desk.ts';
import { useReviewKeys } from './use-review-keys.ts';

type Props = {
  review: ReturnType<typeof useReviewDesk>;
  /** The number of results that wait for a reviewer, claimed or not. */
  length: number | undefined;
  codes: readonly string[];
  onClose: () => void;
};

/** One result after another in full screen, decided by key, button or swipe. */
export const ReviewDesk = ({ review, length, codes, onClose }: Props) => {
  const { desk, decide, undo, go, lastHeld } = review;
  const [view, setView] = useState(FIT);
  const [pane, setPane] = useState<Size>({ width: 0, height: 0 });
  const [backdrop, setBackdrop] = useState<Backdrop>('checker');
  const [chosenMode, setMode] = useState<Mode>('result');
  const [isOriginal, setOriginal] = useState(false);
  const [activity, setActivity] = useState<'looking' | 'drawing' | 'redoing'>('looking');
  const [isSideOpen, setSideOpen] = useState(false);
  const [marks, setMarks] = useSessionStorage<Record<string, Mark[]>>('darkroom-marks', {});
  const [decidedAt, setDecidedAt] = useState<readonly number[]>([]);
  // The desk is shown only while there is something on it.
  const item = desk.items[desk.at]!;
  const { execution } = item.entry;
  const { data: trace, isPending } = useQuery(traceQuery(execution));
  const geometry = geometryIn(trace);
  const compared = useCompared(viewerImages(execution), geometry);
  usePrefetch(desk);
  useFullScreen();
  const id = idOf(item);
  const isDecided = !isOpen(item);
  const isAligned = geometry !== undefined || isPending;
  const mode = modesFor(isAligned).includes(chosenMode) ? chosenMode : 'beside';
  const own = marks[id] ?? [];
  const open = desk.items.filter(isOpen).length;
  const left = Math.max(open, (length ?? open) - desk.items.filter(({ state }) => state === 'held').length);

  const pace = paceOf(decidedAt, left);
  const isDrawing = activity === 'drawing';
  const toggleDrawing = () => setActivity(isDrawing ? 'looking' : 'drawing');

  const settle = (decision: Decision) => {
    if (isDecided) return;
    setDecidedAt((before) => [...before, Date.now()]);
    setActivity('looking');
    setSideOpen(false);
    decide(id, decision);
  };
  const approve = () => settle({ verb: 'approve' });
  const reject = (rejection: { reason: string; code?: string }) =>
    settle({ verb: 'reject', ...rejection, ...(own.length > 0 && { markup: own }) });
  const askReason = () => {
    setSideOpen(true);
    requestAnimationFrame(() => document.getElementById('reject-reason')?.focus());
  };
  useReviewKeys({
    approve,
    reject: askReason,
    rejectWith: (index) => {
      const code = codes[index];
      if (code) reject({ code, reason: wordsForCode(code) });
    },
    redo: () => setActivity('redoing'),
    undo: () => undo(lastHeld && idOf(lastHeld)),
    next: () => go(desk.at + 1),
    previous: () => go(desk.at - 1),
    toggleActualSize: () => setView(toggleActualSize(view, pane, compared.resultSize)),
    backdrop: () => setBackdrop(nextBackdrop(backdrop)),
    draw: toggleDrawing,
    close: () => (isDrawing ? setActivity('looking') : onClose()),
    showOriginal: setOriginal,
  });
  const { inputFileName } = execution;
  return (
    <div className="review" data-side={isSideOpen || undefined}>
      <div className="review-head">
        <button type="button" className="button quiet compact" onClick={onClose}>
          Close
        </button>
        <Heading>Review</Heading>
        <p role="status">
          {count(left)} left
          <span className="pace">{pace ? ` · ${pace}` : ''}</span>
        </p>
        <div className="viewer-bar">
          <ModeSwitch mode={mode} isAligned={isAligned} onChange={setMode} />
          <ZoomControls view={view} onView={setView} pane={pane} image={compared.resultSize} />
          <BackdropSwitch backdrop={backdrop} onChange={setBackdrop} />
          <button
            type="button"
            className="button quiet compact"
            aria-pressed={isDrawing}
            onClick={toggleDrawing}
          >
            Mark an area
          </button>
        </div>
        <button
          type="button"
          className="button quiet compact side-toggle"
          aria-expanded={isSideOpen}
          onClick={() => setSideOpen(!isSideOpen)}
        >
          Details
        </button>
      </div>
      <div className="review-stage">
        <Comparison
          key={id}
          name={inputFileName}
          compared={compared}
          mode={isOriginal ? 'original' : mode}
          view={view}
          onView={setView}
          onSize={setPane}
          backdrop={backdrop}
          wheelZooms
          onDraw={isDrawing ? (mark) => setMarks({ ...marks, [id]: [...own, mark] }) : undefined}
          onSwipe={(direction) => (direction === 'right' ? approve() : askReason())}
          marks={own.map((mark, index) => (
            <span key={`${mark.x} ${mark.y}`} className="area-mark" style={percentOf(mark)}>
              <span className="mark-number">{index + 1}</span>
            </span>
          ))}
        />
      </div>
      <ReviewSide
        key={`side ${id}`}
        entry={item.entry}
        codes={codes}
        marks={own}
        onMarks={(next) => setMarks({ ...marks, [id]: next })}
        onReject={reject}
        onRedo={() => setActivity('redoing')}
        isDecided={isDecided}
      />
      <Filmstrip desk={desk} onGo={go} />
      <ReviewActions review={review} item={item} onApprove={approve} onReject={askReason} />
      <dl className="review-keys">
        {REVIEW_SHORTCUTS.map(({ keys, words }) => (
          <div key={words}>
            <dt>
              <kbd>{keys.join(' ')}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {activity === 'redoing' && !isDecided && (
        <RedoDialog
          execution={execution}
          onClose={() => setActivity('looking')}
          onRedo={(settings) => settle({ verb: 'redo', settings })}
        />
      )}
    </div>
  );
};

/** Keeps the focus out of the navigation, which the review covers. */
const useFullScreen = (): void => {
  useEffect(() => {
    const navigation = document.querySelector<HTMLElement>('.side');
    navigation?.setAttribute('inert', '');
    return () => navigation?.removeAttribute('inert');
  }, []);
};
