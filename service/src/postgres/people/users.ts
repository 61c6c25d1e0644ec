import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Administrator, FirstStart, FirstStartStores } from '../../ports/first-start.ts';
import type { Account, OrganizationOfUser, Users } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { oneAtATime } from '../connection/one-at-a-time.ts';
import { grant } from '../credits.ts';
import { create as createOrganization } from '../organizations.ts';
import { exportPerson } from '../retention/person.ts';
import { create as createWorkflow, findNamed } from '../workflows.ts';
import { endAccess, endKeys } from './access.ts';
import { addAdministratorKey } from './api-keys.ts';

// The address counts as proven, because the operator put it into the settings: a first sign-in through a provider does
// not end the password of the settings.
const ADD_ADMINISTRATOR = statement<{ id: UserId }>(`
  insert into users (id, email, name, password_hash, platform_administrator, address_proven_at)
  values ($1, $2, 'Administrator', $3, true, now())
  returning id`);

const addAdministrator =
  (run: Run): FirstStartStores['addAdministrator'] =>
  async (email, passwordHash) => {
    const [user] = await run(ADD_ADMINISTRATOR, [uuidv7(), email, passwordHash]);
    return user!.id;
  };

// Replaces only the password that was verified: it may have been changed or removed meanwhile.
const CHANGE_PASSWORD = statement<{ id: string }>(`
  with account as (
    update users set password_hash = $3 where id = $1 and password_hash = $2 returning id
  ), ${endAccess('account', '$4::uuid')}, ${endKeys('account', '$5::boolean')}, ended_resets as (
    update password_resets set used_at = now() from account where user_id = account.id and used_at is null
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, account.id, 'password.change', account.id
    from account join memberships on user_id = account.id
  )
  select id from account`);

const changePassword =
  (run: Run): Users['changePassword'] =>
  async (id, before, after, { keep, revokeApiKeys }) =>
    (await run(CHANGE_PASSWORD, [id, before, after, keep, revokeApiKeys])).length > 0;

const FIND_ADMINISTRATOR = statement<Administrator>(`
  select account.id as "userId", account.email, organization.id as "organizationId"
  from users account, organizations organization
  where account.platform_administrator
  order by account.created_at, account.id, organization.created_at, organization.id
  limit 1`);

/** Finds the first administrator and the first organization. */
const findAdministrator =
  (run: Run): FirstStartStores['findAdministrator'] =>
  async () =>
    (await run(FIND_ADMINISTRATOR, []))[0];

const ACCOUNT_COLUMNS = `id, email, name, platform_administrator as "platformAdministrator",
  password_hash as "passwordHash"`;

const FIND = statement<Account>(`select ${ACCOUNT_COLUMNS} from users where id = $1`);
const FIND_BY_EMAIL = statement<Account & { knownAddress: boolean }>(`
  select ${ACCOUNT_COLUMNS},
    exists (select from sessions where user_id = users.id and address = $2) as "knownAddress"
  from users where lower(email) = lower($1)`);

const find =
  (run: Run): Users['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];

const findByEmail =
  (run: Run): Users['findByEmail'] =>
  async (email, address) =>
    (await run(FIND_BY_EMAIL, [email, address]))[0];

// The lock lasts until the transaction ends: a second process that starts meanwhile waits, and has nothing to add.
const ONE_AT_A_TIME = statement("select pg_advisory_xact_lock(hashtextextended('darkroom first start', 0))");

export const firstStartIn =
  ({ transaction }: Database): FirstStart =>
  (work) =>
    transaction(async (run) => {
      await run(ONE_AT_A_TIME, []);
      return work({
        findAdministrator: findAdministrator(run),
        addAdministrator: addAdministrator(run),
        addAdministratorKey: addAdministratorKey(run),
        createOrganization: createOrganization(run),
        grantCredits: grant(run),
        createWorkflow: createWorkflow(run),
        findWorkflowNamed: findNamed(run),
      });
    });

const ORGANIZATIONS = statement<OrganizationOfUser>(`
  select organization.id, organization.name, membership.role
  from memberships membership join organizations organization on organization.id = membership.organization_id
  where membership.user_id = $1
  order by lower(organization.name), organization.id`);

const organizations =
  (run: Run): Users['organizations'] =>
  (id) =>
    run(ORGANIZATIONS, [id]);

// Replaces only the hash that was verified: the password may have been changed meanwhile.
const REHASH = statement('update users set password_hash = $3 where id = $1 and password_hash = $2');

const rehash =
  (run: Run): Users['rehash'] =>
  async (id, before, after) => {
    await run(REHASH, [id, before, after]);
  };

const RENAME = statement('update users set name = $2 where id = $1');

const rename =
  (run: Run): Users['rename'] =>
  async (id, name) => {
    await run(RENAME, [id, name]);
  };

const SELECT_ORGANIZATION = statement<{ selected: true }>(`
  update users set selected_organization_id = organization.id
  from organizations organization
  where users.id = $1 and organization.id = $2 and (users.platform_administrator
    or exists (select from memberships where user_id = users.id and organization_id = organization.id))
  returning true as selected`);

const selectOrganization =
  (run: Run): Users['selectOrganization'] =>
  async (id, organizationId) =>
    (await run(SELECT_ORGANIZATION, [id, organizationId])).length > 0;

const exportData =
  ({ transaction }: Database): Users['exportData'] =>
  (id, write) =>
    transaction((run) => exportPerson(run, id, write));

export const usersIn = (database: Database): Users => {
  const { run } = database;
  return {
    find: find(run),
    findByEmail: findByEmail(run),
    rename: rename(run),
    rehash: rehash(run),
    changePassword: changePassword(run),
    selectOrganization: selectOrganization(run),
    organizations: organizations(run),
    exportData: exportData(oneAtATime(database)),
  };
};
