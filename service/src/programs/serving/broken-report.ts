import type { ReportBroken } from '../../ports/retention.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { storedObjectsIn } from '../../postgres/retention/stored-objects.ts';
import { reportError, reportWarning } from './report.ts';

/** Logs a broken object with the organizations that have it. An object that nobody has any more was deleted, not lost. */
export const brokenReport = (database: Database): ReportBroken => {
  const { organizationsWith } = storedObjectsIn(database);
  return ({ hash, problem }, context = {}) => {
    const log = (organizations: string) =>
      reportWarning(
        `An image is ${problem} in the store. Run "darkroom scrub --mend", which makes results again; upload the same bytes again where that does not help.`,
        { hash, organizations, ...context },
      );
    organizationsWith(hash).then(
      (holders) => holders.length > 0 && log(holders.join(', ')),
      (error) => {
        log('unknown');
        reportError(error, {
          problem: 'It could not be read from the database which organizations have a broken image.',
        });
      },
    );
  };
};
