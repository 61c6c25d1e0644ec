/** The error codes of the authorization server. Only `http/replies/error-reply.ts` knows their HTTP statuses. */
const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

/** A refusal with an OAuth error code, for the OAuth endpoints. */
export class OAuthRefusal extends Error {
  readonly error: OAuthError;

  constructor(error: OAuthError, description: string) {
    super(description);
    this.name = 'OAuthRefusal';
    this.error = error;
  }
}

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const REFRESH_TOKEN_GRANT = 'refresh_token';

export const DEVICE_CODE_SECONDS = 15 * 60;
/** The shortest pause between two polls of a device. */
export const POLL_SECONDS = 5;
/** A poll may come this much earlier, because clients measure the pause on their side of the network. */
export const POLL_TOLERANCE_SECONDS = 1;
export const ACCESS_TOKEN_SECONDS = 900;
/** An access token is accepted this much longer, for clients that use it until the last second of `expires_in`. */
export const ACCESS_TOKEN_TOLERANCE_SECONDS = 60;

export const SCOPES = ['api', 'offline_access'] as const;

/** The scopes that a request gets. Unknown scopes are ignored; a request without a known scope gets all of them. */
export const grantedScope = (requested: string | undefined): string => {
  const asked = (requested ?? '').split(/\s+/);
  const known = SCOPES.filter((scope) => asked.includes(scope));
  return (known.length > 0 ? known : SCOPES).join(' ');
};

/** True for one line of printable text, up to 255 characters. */
export const isClientId = (text: string): boolean => /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
