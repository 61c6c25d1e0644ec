import type { OrganizationId } from '../../domain/ids.ts';
import type { Organizations } from '../../ports/organizations.ts';
import type { Database } from '../database.ts';
import { remember } from '../remember.ts';
import { create } from './create.ts';
import { find } from './find.ts';
import { findLimits, type OrganizationLimits } from './find-limits.ts';
import { list } from './list.ts';
import { rename } from './rename.ts';
import { changeSettings, readSettings } from './settings.ts';
import { webhookSecret } from './webhook-secret.ts';

// Asked by every call; a changed limit holds after this long.
const REMEMBERED = { max: 10_000, maxAgeMs: 2_000 };

export const organizationsIn = ({ run }: Database): Organizations => {
  const remembered = remember<OrganizationLimits>(REMEMBERED);
  const lookUp = findLimits(run);
  const change = changeSettings(run);
  const limits = (id: OrganizationId) => remembered.find(id, () => lookUp(id));
  return {
    create: create(run),
    find: find(run),
    list: list(run),
    rename: rename(run),
    settings: readSettings(run),
    changeSettings: async (id, settings, by) => {
      await change(id, settings, by);
      remembered.forget(id);
    },
    reusesResults: async (id) => (await limits(id))?.reuseResults ?? false,
    exists: async (id) => (await limits(id)) !== undefined,
    webhookSecret: webhookSecret(run),
    requestsPerMinute: async (id) => (await limits(id))?.requestsPerMinute ?? undefined,
  };
};
