import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Random access to a file through a small buffer in memory. */
export type FileWindow = {
  size: number;
  /** Returns undefined when the file ends before `at + length`. */
  read(at: number, length: number): Buffer | undefined;
};

/** Neighbouring fields are read together, because a million fields with one system call each would take seconds. */
const READ_BYTES = 4096;

export const withFileWindow = <Result>(path: string, look: (file: FileWindow) => Result): Result => {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    let from = 0;
    let held = Buffer.alloc(0);
    return look({
      size,
      read: (at, length) => {
        if (at + length > size) return undefined;
        if (at < from || at + length > from + held.length) {
          const bytes = Buffer.allocUnsafe(Math.min(Math.max(length, READ_BYTES), size - at));
          held = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
          from = at;
          if (held.length < length) return undefined;
        }
        return held.subarray(at - from, at - from + length);
      },
    });
  } finally {
    closeSync(descriptor);
  }
};
