/** The account that a child process switches to before it reports ready, and the folder with every file it works on. */
export type RunAs = { uid: number; gid: number; folder: string };

/** Drops root's rights for good. Groups come first, because changing them needs root's rights. */
export const dropRights = ({ uid, gid }: RunAs): void => {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
};
