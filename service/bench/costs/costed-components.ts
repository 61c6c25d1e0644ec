/** Components that have no effect on an image without transparency, so they are measured on a cut-out. */
export const CUTOUTS_ONLY = ['shadow', 'keep-shadow', 'add-background', 'trim', 'recolour', 'align-series'];

/** Parameters for components whose defaults alone do not work. */
export const NEEDED_PARAMS: Record<string, Record<string, unknown>> = {
  resize: { width: 600 },
  lut: { input: '4' },
  // A dark object gets a pale colour, which takes longest.
  recolour: { to: '#e9e4da' },
};
