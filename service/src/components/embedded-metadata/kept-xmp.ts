import type { NotingHelp } from '../definition/component.ts';
import { addToXmp } from './add-to-xmp.ts';
import { RIGHTS_PREFIXES, type Rights, rightsAsXmp, xmpNames } from './rights-words.ts';

/** What libvips puts into the one segment of a JPEG; the rest could be more. */
const MOST_BYTES = { jpeg: 60_000, other: 1_000_000 };

/** The packet of the input, with the words in it where some are given. */
export const keptXmp = async (
  rights: Rights,
  { notes, format, warn }: NotingHelp,
): Promise<string | undefined> => {
  const { xmp } = await notes();
  if (!xmp) return undefined;
  const most = format === 'jpeg' ? MOST_BYTES.jpeg : MOST_BYTES.other;
  const packet = xmp.length > most ? undefined : textOf(xmp);
  const elements = rightsAsXmp(rights);
  const upright = packet?.replace(TURN, '$<before>1');
  const whole =
    elements && upright
      ? addToXmp(upright, { elements, prefixes: RIGHTS_PREFIXES, replaced: xmpNames(rights) })
      : upright;
  if (whole && Buffer.byteLength(whole) <= most) return whole;
  warn(
    `The XMP notes ${whole || xmp.length > most ? `are larger than ${most / 1000} kB` : 'cannot be read'} and were left out.`,
  );
  return undefined;
};

/** How the camera was held: the image stands upright already. */
const TURN = /(?<before>\btiff:Orientation(?:\s*=\s*["']|>\s*))[2-8](?=\s*["'<])/g;

const textOf = (bytes: Buffer): string | undefined => {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
  } catch {
    return undefined;
  }
};
