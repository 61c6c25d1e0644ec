import { join } from 'node:path';
import { openIntermediates } from '../object-stores/intermediates.ts';
import type { Reuse } from '../ports/reuse.ts';
import { findReusable } from '../postgres/reusable-results/find.ts';
import { FORGET_REUSABLE, rememberReusable } from '../postgres/reusable-results/remember.ts';
import type { Foundation } from './foundation.ts';
import { programOf } from './program-of.ts';

const TIDY_UP_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

/** What executions leave for later ones, kept within its bounds. */
export const openReusing = ({ config, runAs, database, reportError }: Foundation) => {
  const { reuseDays, reuseBytes } = config;
  const intermediates = openIntermediates(join(config.dataDir, 'intermediates'), runAs);
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
