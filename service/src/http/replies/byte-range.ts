/** A range of bytes; `start` and `end` are both inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number };

const ONE_RANGE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/** Returns the part of a resource that a Range header requests; undefined when the whole resource must be sent. */
export const requestedByteRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  // For several ranges, and for a header that is not a range, HTTP allows a response with the whole resource.
  const [, first, last] = (header !== undefined && ONE_RANGE.exec(header)) || [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};
