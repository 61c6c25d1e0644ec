// No account is ever locked: after the longest pause a person can try again, and attempts expire.
export const PASSWORD_BY_ACCOUNT = { windowSeconds: 900, free: 5, longestPauseSeconds: 15 };
export const PASSWORD_BY_ADDRESS = { windowSeconds: 900, free: 15, longestPauseSeconds: 60 };
/** Wrong user codes: at most this many in the window. */
export const USER_CODE_GUESSES = { windowSeconds: 600, free: 5, longestPauseSeconds: 'window' as const };
