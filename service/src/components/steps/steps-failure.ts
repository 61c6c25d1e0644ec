/**
 * A permanent failure of the steps, with a sentence that tells people what to do. A retry would fail in the same way.
 */
export class StepsFailure extends Error {
  readonly code: 'input_unreadable' | 'component_failed';
  readonly component: string | null;

  constructor(
    code: 'input_unreadable' | 'component_failed',
    message: string,
    component: string | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'StepsFailure';
    this.code = code;
    this.component = component;
  }
}

/** The message of a decoder or component error, on one line and without file paths, which callers must not see. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .replace(/^Input (file|buffer) (has|contains) /, '')
    .split('\n')
    .filter((line) => /[a-z]{3}/i.test(line) && !line.includes('/'));
  return lines.at(-1)?.replace(/[\s.]+$/, '') ?? 'it is broken';
};
