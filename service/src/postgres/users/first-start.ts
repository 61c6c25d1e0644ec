import type { FirstStart } from '../../ports/first-start.ts';
import { addAdministratorKey } from '../api-keys/add-administrator-key.ts';
import { grant } from '../credits/grant.ts';
import { type Database, statement } from '../database.ts';
import { create as createOrganization } from '../organizations/create.ts';
import { create as createWorkflow } from '../workflows/create.ts';
import { findNamed } from '../workflows/find-named.ts';
import { addAdministrator } from './add-administrator.ts';
import { findAdministrator } from './find-administrator.ts';

// Held until the transaction ends: a second process that starts meanwhile waits, and then finds everything there.
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
