import { randomUUID } from 'node:crypto';
import { fchownSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inPackage = (path: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${path}`));

/** The fonts by weight, each with its name for the text renderer and its file. */
export const FONTS = {
  regular: { font: 'Inter', file: inPackage('400Regular/Inter_400Regular.ttf') },
  semibold: { font: 'Inter Semi-Bold', file: inPackage('600SemiBold/Inter_600SemiBold.ttf') },
  black: { font: 'Inter Heavy', file: inPackage('900Black/Inter_900Black.ttf') },
};
export type FontWeight = keyof typeof FONTS;

const SETTINGS = join(import.meta.dirname, 'fonts.conf');

/**
 * Sets an environment variable that makes the text renderer read fonts.conf. With the system's settings, each process
 * searched all fonts of the machine and printed errors where it could not write a cache of them. Called before a text is
 * drawn and not when this file loads, because programs that the process starts inherit the variable.
 */
export const useOwnFontSettings = (): void => {
  process.env['FONTCONFIG_FILE'] = SETTINGS;
};

/**
 * Copies the fonts to files that are deleted but stay open, and uses these copies from now on. The text renderer
 * opens the font file again for each text, and a process that has switched to the account `owner` cannot read the
 * installed files in root's home.
 */
export const holdFonts = (owner: { uid: number; gid: number }): void => {
  // Only Linux can open the file of a descriptor again, through /proc/self/fd. Other systems keep using the installed
  // files.
  if (process.platform !== 'linux') return;
  const hold = (path: string): string => {
    const copy = join(tmpdir(), `darkroom-font-${randomUUID()}`);
    const file = openSync(copy, 'wx+', 0o400);
    rmSync(copy);
    writeFileSync(file, readFileSync(path));
    fchownSync(file, owner.uid, owner.gid);
    return `/proc/self/fd/${file}`;
  };
  for (const font of Object.values(FONTS)) font.file = hold(font.file);
};
