/** The name of a file or a batch as searches compare it: Unicode-normalized and without case, in every script. */
export const searchName = (name: string): string => {
  if (ASCII.test(name)) return name.toLowerCase();
  // Only conversion to upper case turns "ß" into "SS", and only conversion to lower case turns "ẞ" into "ß".
  // "ς" is the form of "σ" at the end of a word. The lower case of the Turkish "İ" is "i" with a combining
  // dot, which nobody types.
  const folded = name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
};

const ASCII = /^[\0-\x7f]*$/;

/** Searches with fewer characters than this match the beginning of a name, longer ones any part of it. */
const GRAM = 3;

/**
 * Hashes of every three consecutive characters of a name, of its first character and of its first two. An index of
 * these hashes finds names by any part. PostgreSQL's own trigrams ignore letters outside ASCII where the database has
 * no locale.
 */
export const searchGrams = (name: string): number[] => {
  const characters = [...name];
  const grams = new Set<number>();
  for (let length = 1; length < GRAM && length <= characters.length; length += 1)
    grams.add(hashOf(BEGINNING + characters.slice(0, length).join('')));
  for (let start = 0; start + GRAM <= characters.length; start += 1)
    grams.add(hashOf(characters.slice(start, start + GRAM).join('')));
  return [...grams];
};

/**
 * A search by name: the grams that every match has, and the LIKE pattern (with the escape character `\`) that
 * the names with these grams must match.
 */
type NameSearch = { grams: number[]; pattern: string };

export const nameSearch = (text: string): NameSearch => {
  const sought = searchName(text);
  const length = [...sought].length;
  const literal = sought.replace(/[\\%_]/g, '\\$&');
  return length < GRAM
    ? { grams: [hashOf(BEGINNING + sought)], pattern: `${literal}%` }
    : { grams: searchGrams(sought).slice(GRAM - 1), pattern: `%${literal}%` };
};

/**
 * A character that no file name contains. It marks the grams at the beginning of a name, so that they differ
 * from all other grams.
 */
const BEGINNING = '\0';

/** The 32-bit FNV-1a hash of a text. Two grams with the same hash cost one more comparison, never a wrong result. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
};
