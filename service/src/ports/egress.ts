import type { Readable } from 'node:stream';

/**
 * Why nothing came back from outside.
 * `forbidden`: an address that the service must not reach. `aborted`: as the caller wished.
 */
export type EgressFailureKind =
  | 'forbidden'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'bad_answer'
  | 'too_large'
  | 'aborted';

/** The message is a sentence for the person who gave the address. */
export class EgressFailure extends Error {
  readonly kind: EgressFailureKind;

  constructor(kind: EgressFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EgressFailure';
    this.kind = kind;
  }
}

export type Answer = { status: number; retryAfter: string | undefined };

type Limits = { timeoutMs: number; signal?: AbortSignal };

/** Everything that the service sends to addresses which its users chose. Rejects with an EgressFailure only. */
export type Egress = {
  /** Whether the host is a literal address that may not be reached. Names are judged when they are resolved. */
  forbids(url: URL): boolean;
  /** Redirects are not followed. No more than `maxResponseBytes` of the answer are read. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    limits: Limits & { maxResponseBytes: number },
  ): Promise<Answer>;
  /** A stream that fails when it becomes longer than `maxBytes`. The time is for all of it. */
  download(url: string, limits: Limits & { maxBytes: number; maxRedirects: number }): Promise<Readable>;
  close(): Promise<void>;
};
