/** The codes of all refusals. Only `http/replies/error-reply.ts` knows their HTTP statuses. */
export const ERROR_CODES = [
  'malformed',
  'unauthorized',
  'payment_required',
  'forbidden',
  'not_found',
  'gone',
  'method_not_allowed',
  'conflict',
  'too_large',
  'range_not_satisfiable',
  'unsupported_media_type',
  'unprocessable_image',
  'rate_limited',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal with a sentence that the caller can act on. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const malformed = (message: string) => new Refusal('malformed', message);
/** Says that something was deleted, and when. */
export const gone = (what: string, deletedAt: Date, advice: string) =>
  new Refusal('gone', `${what} was deleted on ${deletedAt.toISOString().slice(0, 10)}. ${advice}`);
export const notFound = (what: string) => new Refusal('not_found', `${what} does not exist. Check its id.`);
export const stillInProgress = () =>
  new Refusal(
    'conflict',
    'The first request with this Idempotency-Key is still in progress. Wait a moment, then send this request again.',
    {
      retryAfterSeconds: 10,
    },
  );
export const unavailable = (message: string, retryAfterSeconds = 2, cause?: unknown) =>
  new Refusal('unavailable', message, { retryAfterSeconds, cause });

/** The refusal of a call that needs an image which is missing or damaged in the store. */
export const imageBroken = (cause?: unknown) =>
  unavailable(
    'The image is missing or damaged in the store. Upload it again, or run the execution that made it again.',
    60,
    cause,
  );

/** Quotes a client's text for a message, and cuts it off after 100 characters. */
export const quote = (text: string): string => JSON.stringify(text.slice(0, 100));
