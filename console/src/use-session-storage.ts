import { useState } from 'react';

/** React state that survives a reload: this tab stores it in `sessionStorage` while it differs from `first`. */
export const useSessionStorage = <Value>(key: string, first: Value): [Value, (value: Value) => void] => {
  const [value, setValue] = useState(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? first : (JSON.parse(stored) as Value);
  });
  const set = (next: Value) => {
    const text = JSON.stringify(next);
    if (text === JSON.stringify(first)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    setValue(next);
  };
  return [value, set];
};
