import './global-shortcuts.css';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';
import { loadWhenReachable } from '../routes/lazy-page.ts';
import { PLACES } from './shortcuts.ts';

const loadPalette = () => import('./command-palette.tsx');
const Palette = lazy(async () => ({ default: (await loadWhenReachable(loadPalette)).CommandPalette }));
const loadShortcuts = () => import('./shortcuts-dialog.tsx');
const ShortcutsDialog = lazy(async () => ({
  default: (await loadWhenReachable(loadShortcuts)).ShortcutsDialog,
}));

/** The longest pause between `g` and the letter that follows it. */
const SECOND_KEY_MS = 1_500;

const isInPalette = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.palette') !== null;

/** Returns the text after a key press. Collects what is typed before the search field of the palette is loaded. */
const typedAfter = (text: string, key: string): string =>
  key === 'Backspace' ? text.slice(0, -1) : key.length === 1 ? text + key : text;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** The button that opens the command palette, and the keys that work on every page. */
export const GlobalShortcuts = () => {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const [sought, setSought] = useState('');
  const navigate = useNavigate();
  const close = useCallback(() => {
    setOpen(null);
    setSought('');
  }, []);
  // A layout effect, because the next key may come before other effects are run.
  useLayoutEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      // Load the palette when Ctrl is pressed: K usually follows at once, and text after it.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette();
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (open === 'palette') close();
        else setOpen('palette');
        return;
      }
      if (open === 'palette' && !isInPalette(event.target) && !event.ctrlKey && !event.metaKey) {
        // The page below must not take these letters for keys of its own, such as the one that approves a result.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.key === 'Escape') close();
        else setSought((text) => typedAfter(text, event.key));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      if (event.key === '?') {
        event.preventDefault();
        setOpen('shortcuts');
      } else if (event.key === 'g') pressedG = event.timeStamp;
      else if (event.timeStamp - pressedG < SECOND_KEY_MS) {
        pressedG = Number.NEGATIVE_INFINITY;
        const place = PLACES.find(({ letter }) => letter === event.key);
        if (!place) return;
        // The page that is left must not take the letter for one of its own keys.
        event.preventDefault();
        event.stopImmediatePropagation();
        navigate({ to: place.to });
      }
    };
    // In the capture phase, so that the letter after `g` arrives here before the page takes it for a key of its own.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, open, close]);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={loadPalette}
        onClick={() => setOpen('palette')}
      >
        <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.500 10.500 3.500 3.500" />
        </svg>
        <span className="palette-words">Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Suspense fallback={<div className="overlay" />}>
        {open === 'palette' && (
          <Palette
            text={sought}
            onText={setSought}
            onClose={close}
            onShortcuts={() => {
              close();
              setOpen('shortcuts');
            }}
          />
        )}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </>
  );
};
