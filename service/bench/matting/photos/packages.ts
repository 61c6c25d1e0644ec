import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder of everything that the bench fetches and makes, outside the repository: the stamps are GPL-2 and never
 * committed.
 */
export const CORPUS = process.env['DARKROOM_MATTING_CORPUS'] ?? join(tmpdir(), 'darkroom-matting-corpus');

const PACKAGES = [
  'tuxpaint-stamps-default',
  'gnome-backgrounds',
  'mate-backgrounds',
  'lomiri-wallpapers-20.04',
  'plasma-workspace-wallpapers',
];

const FILES = join(CORPUS, 'files');
export const STAMPS = join(FILES, 'usr/share/tuxpaint/stamps');

/** Downloads and unpacks Debian's packages, once. Needs a Debian system. */
export const fetchPackages = (): void => {
  if (existsSync(FILES)) return;
  const downloads = join(CORPUS, 'packages');
  const unpacked = `${FILES}.part`;
  mkdirSync(downloads, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', ...PACKAGES], { cwd: downloads, stdio: 'inherit' });
  for (const file of globSync('*.deb', { cwd: downloads }))
    execFileSync('dpkg-deb', ['-x', join(downloads, file), unpacked]);
  renameSync(unpacked, FILES);
};

/** The photographs among the wallpapers, each at its largest size. The others are drawings. */
const PHOTOS = [
  'backgrounds/mate/nature/{Garden,Dune,Wood,Storm,GreenMeadow,RainDrops,Blinds,FreshFlower,LadyBird,YellowFlower}.jpg',
  'backgrounds/{Fossa,Kleiber,Infinite}*.jpg',
  'wallpapers/{FallenLeaf,Path,DarkestHour,Autumn,BytheWater,ColdRipple,EveningGlow,Kite,PastelHills}/contents/images/1920x1200.jpg',
  'wallpapers/{ColorfulCups,IceCold,Grey,OneStandsOut,summer_1am}/contents/images/*{1920x1200,x1600,x2880,x2160}*',
];

export const photoPaths = (): string[] =>
  PHOTOS.flatMap((pattern) => globSync(pattern, { cwd: join(FILES, 'usr/share') }))
    .toSorted()
    .map((path) => join(FILES, 'usr/share', path));
