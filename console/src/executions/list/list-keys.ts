import { type RefObject, useEffect, useState } from 'react';
import type { Selection } from './selection.ts';

/** True while a key belongs to a field, a menu or a dialog and not to the page. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]') !== null);

type Keys = {
  scroller: RefObject<HTMLElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  rows: readonly { id: string }[];
  selection: Selection;
};

/**
 * The keyboard of the list: arrows or J and K move, Enter opens, X selects, A selects all, B goes to the actions,
 * / searches, Escape clears the selection. From the search box, the arrow down leads to the first row.
 */
export const useListKeys = ({ scroller, searchBox, rows, selection }: Keys): number => {
  const [active, setActive] = useState(-1);
  useEffect(() => {
    const move = (by: number, isRange: boolean) => {
      const next = Math.max(0, Math.min(rows.length - 1, active + by));
      setActive(next);
      if (isRange) selection.toggle(next, true);
      // The row is in the document after the list has scrolled to it.
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          scroller.current
            ?.querySelector<HTMLElement>(`[data-index="${next}"] .row-link`)
            ?.focus({ preventScroll: true }),
        ),
      );
    };
    const onKey = (event: KeyboardEvent) => {
      const isFromSearch = event.target === searchBox.current && event.key === 'ArrowDown';
      if (isTyping(event) && !isFromSearch) return;
      const act = {
        arrowdown: () => move(1, event.shiftKey),
        j: () => move(1, event.shiftKey),
        arrowup: () => move(-1, event.shiftKey),
        k: () => move(-1, event.shiftKey),
        x: () => active >= 0 && selection.toggle(active),
        a: () => selection.chooseLoaded(),
        b: () => document.querySelector<HTMLElement>('.bulk-bar button')?.focus(),
        '/': () => searchBox.current?.focus(),
        escape: () => selection.clear(),
      }[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [active, rows.length, selection, scroller, searchBox]);
  return active;
};
