/** The length of a new password in code points, as NIST SP 800-63B counts it. There are no rules on what it contains. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };

/** Ends the sentence "... must be". */
export const PASSWORD_EXPECTED = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, spaces allowed`;

/** The form in which a password is hashed: keyboards write the same letter in different ways. */
export const normalizePassword = (password: string): string => password.normalize('NFC');

/** The password in the form in which it is hashed, or undefined when it is too short or too long for a new one. */
export const readNewPassword = (given: string): string | undefined => {
  const password = normalizePassword(given);
  const { length } = [...password];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max ? password : undefined;
};
