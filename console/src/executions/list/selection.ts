import { useCallback, useMemo, useRef, useState } from 'react';

/** The chosen executions of a list: some by id, or all that match its filter. */
export type Selection = {
  ids: ReadonlySet<string>;
  isAll: boolean;
  has(id: string): boolean;
  /** Adds or removes a row. With `isRange`, adds all rows from the one toggled last to this one. */
  toggle(index: number, isRange?: boolean): void;
  /** Chooses all rows that are loaded. */
  chooseLoaded(): void;
  chooseAll(): void;
  clear(): void;
};

const NONE: ReadonlySet<string> = new Set();

export const useSelection = (rows: readonly { id: string }[] | undefined): Selection => {
  const [ids, setIds] = useState(NONE);
  const [isAll, setAll] = useState(false);
  const last = useRef(0);
  const shown = useRef(rows);
  shown.current = rows;

  const toggle = useCallback((index: number, isRange = false) => {
    const from = isRange ? Math.min(last.current, index) : index;
    const to = isRange ? Math.max(last.current, index) : index;
    const these = (shown.current ?? []).slice(from, to + 1).map(({ id }) => id);
    last.current = index;
    setAll(false);
    setIds((before) => {
      const next = new Set(before);
      const isAdding = isRange || !these.every((id) => before.has(id));
      for (const id of these) isAdding ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);
  const chooseLoaded = useCallback(() => setIds(new Set(shown.current?.map(({ id }) => id))), []);
  const chooseAll = useCallback(() => setAll(true), []);
  const clear = useCallback(() => {
    setIds(NONE);
    setAll(false);
  }, []);
  return useMemo(
    () => ({ ids, isAll, has: (id) => isAll || ids.has(id), toggle, chooseLoaded, chooseAll, clear }),
    [ids, isAll, toggle, chooseLoaded, chooseAll, clear],
  );
};
