export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const PASSWORD_HINT = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters; spaces are allowed. A few unrelated words work well.`;
