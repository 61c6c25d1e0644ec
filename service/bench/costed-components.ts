/** Components that mean nothing on a picture without transparency. */
export const CUTOUTS_ONLY = ['shadow', 'add-background', 'trim'];

/** What has no default that works. */
export const NEEDED_PARAMS: Record<string, Record<string, unknown>> = {
  resize: { width: 600 },
  lut: { input: '4' },
};
