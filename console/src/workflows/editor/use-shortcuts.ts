import { useEffect, useRef } from 'react';

type Acts = { undo: () => void; redo: () => void; save: () => void };

/** Ctrl or Cmd with Z, Shift+Z, Y and S, anywhere in the editor. */
export const useShortcuts = (acts: Acts): void => {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const { undo, redo, save } = latest.current;
      const act =
        key === 's'
          ? save
          : key === 'y' || (key === 'z' && event.shiftKey)
            ? redo
            : key === 'z'
              ? undo
              : null;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
