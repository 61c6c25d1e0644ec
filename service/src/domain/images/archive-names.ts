import { hash } from 'node:crypto';
import { malformed } from '../errors.ts';
import type { Labels } from '../executions/labels.ts';
import { keepBytes, MISLEADING, UNSAFE_IN_PATH } from './file-names.ts';

/** The values from which the name of a result, or of its file in an archive, can be made. */
type NamedResult = {
  /** The name of the result without its extension. */
  name: string;
  index: number;
  workflow: string;
  labels: Labels;
};

const MAX_NAME_BYTES = 250;
// Windows opens devices under these names, whatever the extension is.
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
const PLACEHOLDER = /\{([^{}]*)\}/g;
const LABEL = 'label.';

/**
 * Reads a template of file names, such as `{label.sku}-{index}`. Refuses unknown placeholders; `field` names
 * the template in the message.
 */
export const readNameTemplate = (
  template: string,
  field = 'The parameter "names"',
): ((result: NamedResult) => string) => {
  for (const [, placeholder = ''] of template.matchAll(PLACEHOLDER))
    if (!['name', 'index', 'workflow'].includes(placeholder) && !placeholder.startsWith(LABEL))
      throw malformed(
        `${field} contains the unknown placeholder {${placeholder.slice(0, 40)}}. Use {name}, {index}, {workflow} or {label.key}.`,
      );
  return ({ name, index, workflow, labels }) =>
    template.replace(PLACEHOLDER, (_, placeholder: string) => {
      if (placeholder === 'name') return name;
      if (placeholder === 'index') return String(index);
      return placeholder === 'workflow' ? workflow : (labels[placeholder.slice(LABEL.length)] ?? '');
    });
};

/**
 * Makes a text safe as a file name on every system: without path separators, not the name of a Windows
 * device, not a hidden file.
 */
const safeName = (text: string): string => {
  const plain = text.toWellFormed().normalize('NFC').replace(MISLEADING, '').replace(UNSAFE_IN_PATH, '_');
  const trimmed = plain.replace(/^[.\s]+|[.\s]+$/gu, '') || 'image';
  return RESERVED.test(trimmed) ? `_${trimmed}` : trimmed;
};

/** True when the template contains the position of the execution. */
export const usesIndex = (template: string): boolean => template.includes('{index}');

/** A safe file name of at most 250 bytes; `suffix` is never cut off. */
export const fileNameFrom = (text: string, extension: string, suffix = ''): string => {
  const room = MAX_NAME_BYTES - Buffer.byteLength(`${suffix}.${extension}`);
  return `${keepBytes(safeName(text), room).replace(/[.\s]+$/u, '')}${suffix}.${extension}`;
};

/** Names the files of one archive: safe, at most 250 bytes long, and unique even where case does not count. */
export const openArchiveNames = (taken: readonly string[]) => {
  const seen = openNameCounter();
  for (const name of taken) seen.add(name);
  return {
    name: (text: string, extension: string): string => {
      const numbered = (suffix: string) => fileNameFrom(text, extension, suffix);
      const plain = numbered('');
      if (seen.add(plain)) return plain;
      for (;;) {
        const name = numbered(` (${seen.next(plain)})`);
        if (seen.add(name)) return name;
      }
    },
  };
};

/**
 * Counts names by a hash of 48 bits. A slot has 12 bytes, so a million names take 25 MB. Two names with the same hash
 * count as the same name; then one of them gets a number that it would not need.
 */
const openNameCounter = () => {
  let keys = new Float64Array(1_024);
  let counts = new Uint32Array(1_024);
  let used = 0;

  const slotOf = (key: number): number => {
    let slot = key % keys.length;
    while (counts[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) % keys.length;
    return slot;
  };
  const grow = () => {
    const [oldKeys, oldCounts] = [keys, counts];
    keys = new Float64Array(2 * oldKeys.length);
    counts = new Uint32Array(2 * oldKeys.length);
    for (const [index, count] of oldCounts.entries()) {
      if (count === 0) continue;
      const slot = slotOf(oldKeys[index] as number);
      keys[slot] = oldKeys[index] as number;
      counts[slot] = count;
    }
  };
  // Upper case makes names equal that differ only in case, even with sharp s or the two forms of sigma.
  const keyOf = (name: string) => hash('sha256', name.toUpperCase(), 'buffer').readUIntLE(0, 6);
  return {
    /** Returns whether the name is new. */
    add: (name: string): boolean => {
      if (2 * used >= keys.length) grow();
      const key = keyOf(name);
      const slot = slotOf(key);
      if (counts[slot] !== 0) return false;
      keys[slot] = key;
      counts[slot] = 1;
      used += 1;
      return true;
    },
    /** The next number for another file with this name, from 2. */
    next: (name: string): number => {
      const slot = slotOf(keyOf(name));
      counts[slot] = (counts[slot] as number) + 1;
      return counts[slot] as number;
    },
  };
};
