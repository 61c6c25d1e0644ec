/** The letters of user codes: no vowels, so that no words occur, and no letters that look like digits. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const WELL_FORMED = new RegExp(`^[${USER_CODE_LETTERS}]{${LENGTH}}$`);

/** Makes a code from random bytes. Skips bytes that would favour some letters; undefined when too few remain. */
export const userCodeFrom = (bytes: Iterable<number>): string | undefined => {
  const fair = 256 - (256 % USER_CODE_LETTERS.length);
  let code = '';
  for (const byte of bytes)
    if (byte < fair && code.length < LENGTH) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
  return code.length === LENGTH ? code : undefined;
};

/** Parses a code that a user typed, in any case and with or without the dash; undefined when it cannot be a code. */
export const readUserCode = (typed: string): string | undefined => {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  return WELL_FORMED.test(code) ? code : undefined;
};

export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
