import type { Users } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { changePassword } from './change-password.ts';
import { find, findByEmail } from './find.ts';
import { organizations } from './organizations.ts';
import { rehash } from './rehash.ts';
import { rename } from './rename.ts';
import { selectOrganization } from './select-organization.ts';

export const usersIn = ({ run }: Database): Users => ({
  find: find(run),
  findByEmail: findByEmail(run),
  rename: rename(run),
  rehash: rehash(run),
  changePassword: changePassword(run),
  selectOrganization: selectOrganization(run),
  organizations: organizations(run),
});
