/** The account that a process changes to before it says ready, and the folder that holds every file it works on. */
export type RunAs = { uid: number; gid: number; folder: string };

/** Gives up root's rights for good, groups first: without root's rights they could not be given up any more. */
export const dropRights = ({ uid, gid }: RunAs): void => {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
};
