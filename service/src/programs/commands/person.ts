import type { Config } from '../../config.ts';
import { Refusal } from '../../domain/errors.ts';
import { erase } from '../../operations/retention/erase.ts';
import { erasuresIn } from '../../postgres/retention/erasures.ts';
import { exportPerson, findPerson } from '../../postgres/retention/person.ts';
import { openStoreForCommand } from '../serving/data/open-store.ts';
import { withDatabase } from '../serving/foundation.ts';

const USAGE = 'Usage: darkroom person export <e-mail> | erase <e-mail>';

/** Prints all that is stored about a person, or erases the person. Safe while the service runs. */
export const personProgram = async (
  config: Config,
  [verb = '', email, ...more]: string[],
): Promise<number> => {
  if (!['export', 'erase'].includes(verb) || !email || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  return withDatabase(config, async (database) => {
    const id = await findPerson(database.run, email);
    if (!id) {
      console.error(`There is no account with the e-mail address ${email}. Check the address.`);
      return 1;
    }
    if (verb === 'export') {
      const print = async (text: string) => process.stdout.write(text);
      await database.transaction((run) => exportPerson(run, id, print));
      return 0;
    }
    try {
      const objects = await openStoreForCommand(config, database);
      const person = { kind: 'person', organizationId: null, subject: id, madeBy: null } as const;
      await erase({ erasures: erasuresIn(database), objects }, person);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.error(error.message);
      return 1;
    }
    console.log(`The person is erased. What they made stays, under the id ${id}.`);
    return 0;
  });
};
