/** A system account by uid and gid; undefined stands for the account that the service itself runs under. */
export type SystemAccount = { uid: number; gid: number } | undefined;
