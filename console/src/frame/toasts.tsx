import { useSyncExternalStore } from 'react';

type Undo = { label?: string; run: () => void };
type Toast = { id: number; text: string; undo?: Undo };

const SHOWN_MS = 6_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

const change = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

/** Shows a short message at the bottom of the page for a few seconds, with Undo where the action can be undone. */
export const showToast = (text: string, undo?: Undo): void => {
  const id = ++lastId;
  change([...toasts, { id, text, ...(undo ? { undo } : {}) }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
};

export const Toasts = () => {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className="toast">
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                undo.run();
              }}
            >
              {undo.label ?? 'Undo'}
            </button>
          )}
        </div>
      ))}
    </div>
  );
};
