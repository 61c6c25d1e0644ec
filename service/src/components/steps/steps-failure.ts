/** Why an image cannot be made, in a sentence that a person can act on. Another attempt would end the same. */
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

/** The decoder's or component's own words, on one line. Paths of the machine are not for callers. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text
    .replace(/^Input (file|buffer) (has|contains) /, '')
    .split('\n')
    .filter((line) => /[a-z]{3}/i.test(line) && !line.includes('/'));
  return lines.at(-1)?.replace(/[\s.]+$/, '') ?? 'it is broken';
};
