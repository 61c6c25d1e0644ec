import { rename, stat } from 'node:fs/promises';

/** Gives a finished file its name. A picture must not replace a folder of that name. */
export const moveInto = async (from: string, to: string): Promise<void> => {
  const found = await stat(to).catch(() => undefined);
  if (found?.isDirectory()) throw new Error(`${to} is a folder.`);
  await rename(from, to);
};
