import type { MetadataHelp } from '../definition/component.ts';
import { addToXmp } from './add-to-xmp.ts';
import { RIGHTS_PREFIXES, type Rights, rightsAsXmp, xmpNames } from './rights-words.ts';

/** libvips writes XMP into a single segment of a JPEG, which limits its size. Other formats have no such limit. */
const MOST_BYTES = { jpeg: 60_000, other: 1_000_000 };

/**
 * The XMP packet of the input with the given rights added. Undefined, with a warning, when it is unreadable or too
 * large.
 */
export const keptXmp = async (
  rights: Rights,
  { metadata, format, warn }: MetadataHelp,
): Promise<string | undefined> => {
  const { xmp } = await metadata();
  if (!xmp) return undefined;
  const most = format === 'jpeg' ? MOST_BYTES.jpeg : MOST_BYTES.other;
  const packet = xmp.length > most ? undefined : textOf(xmp);
  const elements = rightsAsXmp(rights);
  // The pixels are already upright, so the orientation becomes 1.
  const upright = packet?.replace(TURN, '$<before>1');
  const whole =
    elements && upright
      ? addToXmp(upright, { elements, prefixes: RIGHTS_PREFIXES, replaced: xmpNames(rights) })
      : upright;
  if (whole && Buffer.byteLength(whole) <= most) return whole;
  warn(
    `The XMP metadata ${whole || xmp.length > most ? `is larger than ${most / 1000} kB` : 'cannot be read'} and was left out.`,
  );
  return undefined;
};

/** The orientation of the camera, when it is other than upright. */
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
