// Nothing is ever locked: the longest pause is one that a person can wait for, and attempts are forgotten.
export const PASSWORD_BY_ACCOUNT = { windowSeconds: 900, free: 5, longestPauseSeconds: 15 };
export const PASSWORD_BY_ADDRESS = { windowSeconds: 900, free: 15, longestPauseSeconds: 60 };
/** Wrong user codes: this many in the window, and no more. */
export const USER_CODE_GUESSES = { windowSeconds: 600, free: 5, longestPauseSeconds: 'window' as const };
