import { randomUUID } from 'node:crypto';
import { fchownSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inPackage = (path: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${path}`));

/** The fonts by their weight: the name that the text renderer knows, and the file. */
export const FONTS = {
  regular: { font: 'Inter', file: inPackage('400Regular/Inter_400Regular.ttf') },
  semibold: { font: 'Inter Semi-Bold', file: inPackage('600SemiBold/Inter_600SemiBold.ttf') },
  black: { font: 'Inter Heavy', file: inPackage('900Black/Inter_900Black.ttf') },
};
export type FontWeight = keyof typeof FONTS;

/**
 * Copies the fonts to open files without a name, and uses these from now on. The text renderer opens a font anew for
 * each text. A process that has changed to the account `owner` could not reach the installed files in root's home.
 */
export const holdFonts = (owner: { uid: number; gid: number }): void => {
  // Elsewhere an open file cannot be opened again by a name, and the installed files stay in use.
  if (process.platform !== 'linux') return;
  for (const font of Object.values(FONTS)) {
    const copy = join(tmpdir(), `darkroom-font-${randomUUID()}`);
    const file = openSync(copy, 'wx+', 0o400);
    rmSync(copy);
    writeFileSync(file, readFileSync(font.file));
    fchownSync(file, owner.uid, owner.gid);
    font.file = `/proc/self/fd/${file}`;
  }
};
