/** Stores a value in this browser as JSON. */
export const writeStored = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser's storage is full or switched off: the page works without it.
  }
};

/** Reads a stored value. Null when there is none, or when it cannot be read. */
export const readStored = <Value>(key: string): Value | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
};
