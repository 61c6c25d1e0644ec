export type ExternalIdentity = {
  issuer: string;
  subject: string;
  /** Set only when the provider says that it has verified the address. */
  verifiedEmail: string | undefined;
  name: string | undefined;
};

/** The state that the browser keeps between the start and the end of a sign-in. */
export type PendingSignIn = { state: string; nonce: string; verifier: string; next: string };

export type ExternalSignIn = {
  provider: { id: string; name: string };
  begin(next: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** `query` is the query string of the provider's redirect back to the service. */
  finish(query: string, pending: PendingSignIn): Promise<ExternalIdentity>;
};
