/** The facts in the first bytes of a file: its format and, where the header has them, its pixels. */
export type Sniffed =
  | { ok: true; type: string; width: number | null; height: number | null }
  | { ok: false; reason: string };

type Size = { width: number; height: number };

/** Enough bytes for the headers of all formats below, with the metadata that cameras put before the size of a JPEG. */
export const SNIFFED_BYTES = 256 * 1024;

const SEND = 'Send JPEG, PNG, WebP, TIFF, AVIF or GIF.';

/** Known formats that the service refuses, so that the message can name them. */
const REFUSED: readonly (readonly [name: string, signature: RegExp])[] = [
  ['BMP', /^BM/],
  ['Photoshop (PSD)', /^8BPS/],
  ['PDF', /^%PDF-/],
  ['A raw camera file', /^(?:II\*\0.{4}CR|FUJIFILMCCD-RAW|IIR[OS]|IIU\0|.{4}ftypcrx )/s],
  ['Video', /^.{4}ftyp(?:isom|iso\d|mp4|avc1|qt {2}|M4V|3g[2p])/s],
  ['A ZIP archive', /^PK\x03\x04/],
  ['SVG', /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|svg)/],
];

/** Recognises a file by its bytes, never by its name. */
export const sniff = (bytes: Uint8Array): Sniffed => {
  if (bytes.length === 0) return { ok: false, reason: 'The file is empty.' };
  const start = String.fromCharCode(...bytes.subarray(0, 32));
  const refused = REFUSED.find(([, signature]) => signature.test(start));
  if (refused) return { ok: false, reason: `${refused[0]} is not supported. ${SEND}` };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = FORMATS.find(([, signature]) => signature.test(start));
  if (!found) return { ok: false, reason: `This is not an image. ${SEND}` };
  const [type, , sizeOf] = found;
  const size = within(() => sizeOf(view));
  return { ok: true, type, width: size?.width ?? null, height: size?.height ?? null };
};

/** Undefined if the header is cut short: then the service decides, from the whole file. */
const within = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const jpegSize = (view: DataView): Size | undefined => {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0) return undefined;
    const kind = marker & 0xff;
    // The markers C0 to CF are frame headers, which have the size, except C4, C8 and CC.
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
};

const pngSize = (view: DataView): Size => ({ width: view.getUint32(16), height: view.getUint32(20) });

const gifSize = (view: DataView): Size => ({
  width: view.getUint16(6, true),
  height: view.getUint16(8, true),
});

const webpSize = (view: DataView): Size | undefined => {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503858)
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
};

const tiffSize = (view: DataView): Size | undefined => {
  const little = view.getUint8(0) === 0x49;
  const first = view.getUint32(4, little);
  const size: Partial<Size> = {};
  for (let entry = 0; entry < view.getUint16(first, little); entry += 1) {
    const at = first + 2 + 12 * entry;
    const tag = view.getUint16(at, little);
    const isShort = view.getUint16(at + 2, little) === 3;
    const value = isShort ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    if (tag === 256) size.width = value;
    if (tag === 257) size.height = value;
  }
  return size.width && size.height ? { width: size.width, height: size.height } : undefined;
};

/** The size of the largest image in an AVIF or HEIC file. The file also has the sizes of its thumbnails and tiles. */
const heifSize = (view: DataView): Size | undefined => {
  let largest: Size | undefined;
  for (let at = 0; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
};

const FORMATS: readonly (readonly [type: string, RegExp, (view: DataView) => Size | undefined])[] = [
  ['JPEG', /^\xff\xd8\xff/, jpegSize],
  ['PNG', /^\x89PNG\r\n\x1a\n/, pngSize],
  ['GIF', /^GIF8[79]a/, gifSize],
  ['WebP', /^RIFF.{4}WEBP/s, webpSize],
  ['TIFF', /^(?:II[*+]\0|MM\0[*+])/, tiffSize],
  ['AVIF', /^.{4}ftypavi[fs]/s, heifSize],
  ['HEIC', /^.{4}ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/s, heifSize],
];
