import { FILE_FORMATS, type FileFormat, IMAGE_FORMATS, type ImageFormat } from './image-formats.ts';

const DIRECTORY_PART = /^.*[\\/]/su;
// Control and bidirectional characters can change how a name reads. Joiners stay: Persian words and emoji need them.
export const MISLEADING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
export const UNSAFE_IN_PATH = /[/\\?#%{}<>:"|*]/g;
const ONLY_DOTS = /^[.\s]*$/u;
const MAX_NAME_BYTES = 255;

const KNOWN_EXTENSIONS = new Map<string, ImageFormat>(
  Object.entries(IMAGE_FORMATS).flatMap(([format, { extensions }]) =>
    extensions.map((extension) => [extension, format as ImageFormat] as const),
  ),
);

/** Makes a client's file name harmless. It never refuses a name. */
export const cleanFileName = (name: string): string => {
  const plain = name.toWellFormed().replace(MISLEADING, '').replace(DIRECTORY_PART, '');
  return ONLY_DOTS.test(plain) ? 'image' : keepBytes(plain, MAX_NAME_BYTES);
};

/** The input's name with the extension of the result's format. */
export const resultFileName = (inputName: string, format: FileFormat): string => {
  const dot = inputName.lastIndexOf('.');
  const extension = dot > 0 ? inputName.slice(dot + 1).toLowerCase() : '';
  const known = KNOWN_EXTENSIONS.get(extension);
  const safe = (name: string) => name.replace(UNSAFE_IN_PATH, '_');
  if (known === format) return safe(inputName);
  const stem = known ? inputName.slice(0, dot) : inputName;
  const suffix = `.${FILE_FORMATS[format].extensions[0]}`;
  return safe(keepBytes(stem, MAX_NAME_BYTES - suffix.length)) + suffix;
};

/** The name of a result's file for a named output, such as `mug_square.jpg`. */
export const outputFileName = (resultName: string, output: string, format: FileFormat): string => {
  const suffix = `_${output}.${FILE_FORMATS[format].extensions[0]}`;
  return keepBytes(resultName.replace(/\.[^.]*$/, ''), MAX_NAME_BYTES - suffix.length) + suffix;
};

/** Cuts a text to at most this many bytes, between two characters. */
export const keepBytes = (text: string, maxBytes: number): string => {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
};
