/** The length of a new password in code points, as NIST SP 800-63B counts it. There are no rules on what it contains. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** The end of a message that begins with "... must be". */
export const PASSWORD_EXPECTED = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, spaces allowed`;

/** Normalizes a password before hashing: keyboards encode the same letter in different ways. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** Normalizes a new password; undefined when it is too short or too long. */
export const readNewPassword = (given: string): string | undefined => {
  const password = normalizePassword(given);
  const { length } = [...password];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max ? password : undefined;
};
