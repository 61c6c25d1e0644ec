const ONE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** "840 kB", "12.3 MB", "1.2 GB". */
export const fileSize = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return bytes < 1_000_000_000
    ? `${ONE.format(bytes / 1_000_000)} MB`
    : `${ONE.format(bytes / 1_000_000_000)} GB`;
};

/** "24.2 MP". */
export const megapixels = (width: number, height: number): string => {
  const value = (width * height) / 1_000_000;
  return `${value < 0.1 ? '< 0.1' : ONE.format(value)} MP`;
};
