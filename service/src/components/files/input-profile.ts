import type { MetadataContext } from '../definition/component.ts';
import { sharp } from './sharp-setup.ts';

/**
 * The colour profile of the main input, as the path of a file that a pipeline can convert to. `none` when the input has
 * no profile, `srgb` when its profile cannot be used.
 */
export const inputProfile = async ({
  metadata,
  writeTemporaryFile,
  warn,
}: MetadataContext): Promise<string> => {
  const { icc } = await metadata();
  if (!icc) return 'none';
  if (icc.toString('latin1', 16, 20) !== 'RGB ') {
    warn('The colour profile of the file is not for RGB. The result is in sRGB.');
    return 'srgb';
  }
  const path = writeTemporaryFile(icc);
  if (await isUsable(path)) return path;
  warn('The colour profile of the file is broken or cannot be used for output. The result is in sRGB.');
  return 'srgb';
};

/** Tries the profile on one pixel: libvips leaves out a profile that it cannot use, without an error. */
const isUsable = async (path: string): Promise<boolean> => {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#808080' } });
  const tried = await dot.withIccProfile(path).png().toBuffer();
  return (await sharp(tried).metadata()).icc !== undefined;
};
