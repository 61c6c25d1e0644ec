/**
 * The error of a call that did not succeed. `message` says what to do; `status` is 0 when the service could not be
 * reached.
 */
export class Refused extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Refused';
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const refusedBy = async (response: Response): Promise<Refused> => {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  const text = await response.text().catch(() => '');
  return new Refused(status, messageIn(text) ?? fallback(status), { retryAfterSeconds });
};

export const unreachable = (cause: unknown): Refused =>
  new Refused(0, 'The service cannot be reached. Check the connection, then try again.', { cause });

/** The message in an error response; undefined when the body has none, for example because a proxy sent it. */
const messageIn = (text: string): string | undefined => {
  try {
    const { message, error_description: description } = JSON.parse(text) as Record<string, unknown>;
    if (typeof message === 'string') return message;
    return typeof description === 'string' ? description : undefined;
  } catch {
    return undefined;
  }
};

const fallback = (status: number): string => `The service answered ${status}. Try again in a moment.`;
