/** A system account by its numbers; undefined stands for the account that the service itself runs under. */
export type Account = { uid: number; gid: number } | undefined;
