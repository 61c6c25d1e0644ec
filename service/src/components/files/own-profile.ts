import type { NotingHelp } from '../definition/component.ts';
import { sharp } from './sharp-setup.ts';

/** The colour profile of the main input as a file that a pipeline can convert to; `none` or `srgb` where it cannot. */
export const ownProfile = async ({ notes, keepFile, warn }: NotingHelp): Promise<string> => {
  const { icc } = await notes();
  if (!icc) return 'none';
  if (icc.toString('latin1', 16, 20) !== 'RGB ') {
    warn('The colour profile of the file is not for RGB. The result is in sRGB.');
    return 'srgb';
  }
  const path = keepFile(icc);
  if (await isUsable(path)) return path;
  warn(
    'The colour profile of the file is broken or leads only away from its colours. The result is in sRGB.',
  );
  return 'srgb';
};

/** Only an attempt tells: a profile that cannot be used is left out without an error. */
const isUsable = async (path: string): Promise<boolean> => {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#808080' } });
  const tried = await dot.withIccProfile(path).png().toBuffer();
  return (await sharp(tried).metadata()).icc !== undefined;
};
