import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** With another version of the service or of what it stands on, or another model, the same steps may make another picture. */
export const programOf = (...models: unknown[]): string => {
  const { version, dependencies } = require('../../package.json');
  return JSON.stringify([version, dependencies, models]);
};
