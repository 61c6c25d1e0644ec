import { useEffect, useRef } from 'react';
import { isTyping } from '../executions/list/list-keys.ts';

type ReviewKeys = {
  approve: () => void;
  reject: () => void;
  rejectWith: (index: number) => void;
  redo: () => void;
  undo: () => void;
  next: () => void;
  previous: () => void;
  toggleActualSize: () => void;
  backdrop: () => void;
  draw: () => void;
  close: () => void;
  showOriginal: (isShown: boolean) => void;
};

/** The keyboard of a review. The keys are listed in `REVIEW_SHORTCUTS`. */
export const useReviewKeys = (keys: ReviewKeys): void => {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      const now = latest.current;
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (isTyping(event) && !(isUndo && !(event.target instanceof HTMLTextAreaElement))) return;
      const act: (() => void) | undefined = isUndo
        ? now.undo
        : {
            a: now.approve,
            r: now.reject,
            e: now.redo,
            u: now.undo,
            j: now.next,
            arrowright: now.next,
            k: now.previous,
            arrowleft: now.previous,
            z: now.toggleActualSize,
            b: now.backdrop,
            m: now.draw,
            escape: now.close,
            ' ': () => now.showOriginal(true),
          }[event.key.toLowerCase()];
      const isCode = /^[1-9]$/.test(event.key);
      if (!act && !isCode) return;
      // Without this, Space would also press the button that has the focus.
      event.preventDefault();
      if (event.repeat && event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      if (act) act();
      else now.rejectWith(Number(event.key) - 1);
    };
    const onUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || isTyping(event)) return;
      event.preventDefault();
      latest.current.showOriginal(false);
    };
    const onBlur = () => latest.current.showOriginal(false);
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onDown);
      window.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', onBlur);
    };
  }, []);
};
