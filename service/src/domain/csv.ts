/** One row of a CSV file (RFC 4180), with its line end. */
export const csvRow = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

const cell = (value: unknown): string => {
  const text = textOf(value);
  // A spreadsheet runs a cell that begins with a formula sign, even a full-width one. A number is never a
  // formula.
  const inert = typeof value !== 'number' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
