import { EgressFailure } from '../ports/egress.ts';

/** Turns a network error into a failure with a sentence for the person who gave the URL. */
export const explainFailure = (error: unknown): EgressFailure => {
  if (error instanceof EgressFailure) return error;
  const code = codeOf(error);
  const known = SENTENCES.find(([pattern]) => pattern.test(code));
  if (known) return new EgressFailure(known[1], known[2], error);
  return new EgressFailure('unreachable', `The connection failed${code ? ` (${code})` : ''}.`, error);
};

const SENTENCES: [RegExp, EgressFailure['kind'], string][] = [
  [/^ECONNREFUSED$/, 'unreachable', 'The connection was refused.'],
  [/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/, 'unreachable', 'There is no network route to this address.'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'unreachable',
    'The connection was closed before a response arrived.',
  ],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout', 'The server did not respond in time.'],
  [/CERT|SIGNATURE|^UNABLE_TO_/, 'unreachable', 'The TLS certificate is not valid for this address.'],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, 'unreachable', 'The TLS connection could not be established.'],
  [/^(HPE_|HTTPParserError$|UND_ERR_)/, 'bad_answer', 'The response was not valid HTTP.'],
];

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return code;
  // Several addresses were tried and each failed; report the first failure.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error ? error.name : '';
};
