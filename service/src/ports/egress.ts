import type { Readable } from 'node:stream';

/**
 * The reason why an outgoing request failed.
 * `forbidden`: the service must not connect to that address. `aborted`: the caller aborted the request.
 */
export type EgressFailureKind =
  | 'forbidden'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'bad_answer'
  | 'too_large'
  | 'aborted';

/** A failed outgoing request. The message is a sentence for the user who entered the address. */
export class EgressFailure extends Error {
  readonly kind: EgressFailureKind;

  constructor(kind: EgressFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EgressFailure';
    this.kind = kind;
  }
}

type EgressResponse = {
  status: number;
  retryAfter: string | undefined;
  /** The first `maxKeptBytes` of the body, as text; empty when `maxKeptBytes` is not given. */
  text: string;
};

type Limits = { timeoutMs: number; signal?: AbortSignal };

/** Sends all HTTP requests to addresses that users chose. Its methods reject only with an EgressFailure. */
export type Egress = {
  /** True when the host is a literal IP address that is forbidden. Host names are checked when they are resolved. */
  forbids(url: URL): boolean;
  /** Follows no redirects, and reads at most `maxResponseBytes` of the response; a longer one ends the connection. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    limits: Limits & { maxResponseBytes: number; maxKeptBytes?: number },
  ): Promise<EgressResponse>;
  /** The stream fails when it exceeds `maxBytes`. The timeout covers the whole download. */
  download(url: string, limits: Limits & { maxBytes: number; maxRedirects: number }): Promise<Readable>;
  close(): Promise<void>;
};
