/** Returns whether an Accept header allows a media type. A missing header allows every type. */
export const accepts = (header: string | undefined, mediaType: string): boolean => {
  if (!header?.trim()) return true;
  const [family] = mediaType.split('/');
  const ranges = header.split(',').map(readRange);
  // The most specific range that matches decides, so that `*/*, text/plain;q=0` excludes text.
  for (const name of [mediaType, `${family}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.name === name);
    if (range) return range.quality > 0;
  }
  return false;
};

/** Returns whether a client prefers CSV: its Accept header has text/csv, and JSON with no higher quality value. */
export const prefersCsv = (header: string | undefined): boolean => {
  if (!header?.toLowerCase().includes('text/csv')) return false;
  const ranges = header.split(',').map(readRange);
  const qualityOf = (name: string) => ranges.find((range) => range.name === name)?.quality ?? 0;
  return qualityOf('text/csv') > 0 && qualityOf('text/csv') >= qualityOf('application/json');
};

const readRange = (text: string): { name: string; quality: number } => {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
};
