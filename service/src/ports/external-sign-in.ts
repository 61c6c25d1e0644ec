export type ExternalIdentity = {
  issuer: string;
  subject: string;
  /** Only where the provider says that the address is this person's. */
  verifiedEmail: string | undefined;
  name: string | undefined;
};

/** What the browser keeps between the beginning and the end of a sign-in. */
export type PendingSignIn = { state: string; nonce: string; verifier: string; next: string };

export type ExternalSignIn = {
  provider: { id: string; name: string };
  begin(next: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** `query` is what the provider has sent the browser back with. */
  finish(query: string, pending: PendingSignIn): Promise<ExternalIdentity>;
};
