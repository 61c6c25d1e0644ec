/** Why a picture cannot be made, in a sentence that a person can act on. Another attempt would end the same. */
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

/** The decoder's or component's own words, without paths and on one line. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const [first = ''] = text.split('\n').filter(Boolean);
  return first.replace(/^Input (file|buffer) (has|contains) /, '').replace(/[\s.]+$/, '');
};
