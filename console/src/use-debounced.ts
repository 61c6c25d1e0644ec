import { useEffect, useState } from 'react';

/** Debounces a value: returns it once it has not changed for `afterMs`. The first value is returned at once. */
export const useDebounced = <Value>(value: Value, afterMs: number): Value => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return debounced;
};
