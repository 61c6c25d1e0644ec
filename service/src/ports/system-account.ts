/** A system account by uid and gid; undefined is the account that the service itself runs under. */
export type SystemAccount = { uid: number; gid: number } | undefined;
