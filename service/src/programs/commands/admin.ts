import type { Config } from '../../config.ts';
import type { AdministratorChange, Administrators } from '../../ports/people/people.ts';
import { administratorsIn } from '../../postgres/people/administrators.ts';
import { withDatabase } from '../serving/foundation.ts';

const USAGE = 'Usage: darkroom admin list | add <e-mail> | remove <e-mail>';

type Answer = { line: string; code: number };

/**
 * Lists, adds or removes administrators. No password is needed, because anyone who can run it has
 * access to the machine.
 */
export const adminProgram = async (
  config: Config,
  [verb = '', email, ...more]: string[],
): Promise<number> => {
  const isKnown = verb === 'list' ? email === undefined : (verb === 'add' || verb === 'remove') && email;
  if (!isKnown || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const { line, code } = await withDatabase(config, (database) =>
    answer(administratorsIn(database), verb, email ?? ''),
  );
  if (code === 0) console.log(line);
  else console.error(line);
  return code;
};

const answer = async (administrators: Administrators, verb: string, email: string): Promise<Answer> => {
  if (verb === 'list') {
    const all = await administrators.list();
    return { line: all.map((one) => `${one.email}  ${one.name}`).join('\n'), code: 0 };
  }
  const outcome = await (verb === 'add' ? administrators.add(email) : administrators.remove(email));
  const sentences = verb === 'add' ? ADDED : REMOVED;
  return { line: sentences[outcome](email), code: outcome === 'changed' || outcome === 'unchanged' ? 0 : 1 };
};

type Sentences = Record<AdministratorChange, (email: string) => string>;

const unknown = (email: string) =>
  `There is no account with the e-mail address ${email}. Invite that person to an organization first.`;

const ADDED: Sentences = {
  changed: (email) => `${email} is now an administrator of this installation.`,
  unchanged: (email) => `${email} is already an administrator of this installation.`,
  unknown,
  last: unknown,
};
const REMOVED: Sentences = {
  changed: (email) =>
    `${email} is no longer an administrator of this installation. Memberships stay as they are.`,
  unchanged: (email) => `${email} is not an administrator of this installation.`,
  unknown: (email) => `There is no account with the e-mail address ${email}. Check the address.`,
  last: (email) => `${email} is the only administrator. Add another one first.`,
};
