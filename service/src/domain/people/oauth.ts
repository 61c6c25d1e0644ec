/** Every way in which the authorization server refuses. Only `http/error-reply.ts` knows their statuses. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

/** A refusal in the words of OAuth, for the endpoints whose callers know no others. */
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
/** How often a device may ask. */
export const POLL_SECONDS = 5;
/** Clients measure the pause on their side of the network. */
export const POLL_TOLERANCE_SECONDS = 1;
export const ACCESS_TOKEN_SECONDS = 900;
/** Clients that trust `expires_in` to the last second are still let in. */
export const ACCESS_TOKEN_TOLERANCE_SECONDS = 60;

export const SCOPES = ['api', 'offline_access'] as const;

/** Unknown scopes are ignored; a request that names none of ours means all of them. */
export const grantedScope = (requested: string | undefined): string => {
  const asked = (requested ?? '').split(/\s+/);
  const known = SCOPES.filter((scope) => asked.includes(scope));
  return (known.length > 0 ? known : SCOPES).join(' ');
};

/** Any text, as long as it is a line that can be shown. */
export const isClientId = (text: string): boolean => /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
