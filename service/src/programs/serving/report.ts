/** Logs an error for the operator, as one line of JSON on stderr. */
export const reportError = (error: unknown, context: Record<string, string> = {}): void => {
  const known =
    error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
  write({ level: 'error', ...context, ...known });
};

/** Logs a warning for the operator, as one line of JSON on stderr. */
export const reportLine = (message: string): void => write({ level: 'warning', message });

const write = (entry: object): void => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};
