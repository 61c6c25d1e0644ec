const MAX_UNDO = 200;

/** A value with its earlier states and those that were undone, for undo and redo. */
export type History<Value> = {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** The field of the last change; null for none. Consecutive changes of one field are undone together. */
  field: string | null;
};

type HistoryAction<Value> =
  | { type: 'change'; value: Value; field?: string | undefined }
  | { type: 'replace'; value: Value }
  | { type: 'undo' }
  | { type: 'redo' };

export const historyOf = <Value>(value: Value): History<Value> => ({
  past: [],
  present: value,
  future: [],
  field: null,
});

export const historyReducer = <Value>(
  history: History<Value>,
  action: HistoryAction<Value>,
): History<Value> => {
  const { past, present, future } = history;
  switch (action.type) {
    case 'change': {
      if (action.value === present) return history;
      const field = action.field ?? null;
      const continues = field !== null && field === history.field;
      return {
        past: continues ? past : [...past, present].slice(-MAX_UNDO),
        present: action.value,
        future: [],
        field,
      };
    }
    case 'replace':
      return historyOf(action.value);
    case 'undo': {
      const value = past.at(-1);
      if (value === undefined) return history;
      return { past: past.slice(0, -1), present: value, future: [present, ...future], field: null };
    }
    case 'redo': {
      const [value, ...rest] = future;
      if (value === undefined) return history;
      return { past: [...past, present], present: value, future: rest, field: null };
    }
  }
};
