import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openIntermediates } from '../object-stores/intermediates.ts';
import type { Reuse } from '../ports/reuse.ts';
import { findReusable } from '../postgres/reusable-results/find.ts';
import { FORGET_REUSABLE, rememberReusable } from '../postgres/reusable-results/remember.ts';
import type { Foundation } from './foundation.ts';

const TIDY_UP_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const require = createRequire(import.meta.url);

/** What executions leave for later ones, kept within its bounds. */
export const openReusing = async ({ config, database, reportError }: Foundation) => {
  const { reuseDays, reuseBytes } = config;
  const intermediates = await openIntermediates(join(config.dataDir, 'intermediates'));
  const tidyUp = async () => {
    await intermediates.tidyUp(reuseBytes, reuseDays * DAY_MS);
    await database.run(FORGET_REUSABLE, [reuseDays]);
  };
  const chore = setInterval(
    () =>
      tidyUp().catch((error) => reportError(error, { problem: 'What is kept for reuse was not tidied up.' })),
    TIDY_UP_EVERY_MS,
  );
  const reuse: Reuse = {
    find: findReusable(database.run, reuseDays),
    remember: rememberReusable(database.run),
    intermediate: intermediates.path,
    worthMs: config.reuseWorthMs,
  };
  return {
    world: { reuse, program: programOf(config.model, config.upscaleModel) },
    close: () => clearInterval(chore),
  };
};

/** With another version of the service or of what it stands on, or another model, the same steps may make another picture. */
const programOf = (...models: unknown[]): string => {
  const { version, dependencies } = require('../../package.json');
  return JSON.stringify([version, dependencies, models]);
};
