import { join } from 'node:path';
import { openIntermediates } from '../../../object-stores/intermediates.ts';
import type { Reuse } from '../../../ports/images/reuse.ts';
import { findReusable, rememberReusable } from '../../../postgres/reusable-results.ts';
import { startChores } from '../chores.ts';
import { codeVersion } from '../code-version.ts';
import type { Foundation } from '../foundation.ts';
import { afterErasures } from './after-erasures.ts';

const TIDY_UP_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

/** Opens the reuse of results and intermediate images, and keeps the intermediate images within their limits. */
export const openReusing = async ({ config, runAs, database, reportError }: Foundation) => {
  const { reuseDays, reuseBytes } = config;
  const intermediates = openIntermediates(join(config.dataDir, 'intermediates'), runAs);
  const tidyUp = () =>
    intermediates.tidyUp(reuseBytes, reuseDays * DAY_MS).catch((error) =>
      reportError(error, {
        problem: 'Expired intermediate images could not be deleted. The service tries again later.',
      }),
    );
  const timer = setInterval(tidyUp, TIDY_UP_EVERY_MS);
  const emptied = afterErasures({ database }, 'Deleting intermediate images of deleted executions', (ageMs) =>
    intermediates.tidyUp(reuseBytes, ageMs),
  );
  const chores = startChores({ emptied }, reportError);
  const reuse: Reuse = {
    find: findReusable(database.run, reuseDays),
    remember: rememberReusable(database.run),
    intermediate: intermediates.path,
    worthMs: config.reuseWorthMs,
  };
  return {
    ports: { reuse, codeVersion: await codeVersion([config.model, config.upscaleModel]) },
    close: async () => {
      clearInterval(timer);
      await chores.close();
    },
  };
};
