import type { OrganizationId } from '../../domain/ids.ts';
import { remember } from '../../memory/remember.ts';
import type { Organizations } from '../../ports/organizations.ts';
import type { Database } from '../database.ts';
import { create } from './create.ts';
import { find } from './find.ts';
import { type AskedOften, findAskedOften } from './find-asked-often.ts';
import { changeLimits, readLimits } from './limits.ts';
import { list } from './list.ts';
import { rename } from './rename.ts';
import { changeSettings, readSettings } from './settings.ts';
import { webhookSecret } from './webhook-secret.ts';

// Asked by every call; a changed limit holds after this long.
const REMEMBERED = { max: 10_000, maxAgeMs: 2_000 };

export const organizationsIn = ({ run }: Database): Organizations => {
  const askedOften = remember<OrganizationId, AskedOften>(findAskedOften(run), REMEMBERED);
  const change = { settings: changeSettings(run), limits: changeLimits(run) };
  return {
    create: create(run),
    find: find(run),
    list: list(run),
    rename: rename(run),
    settings: readSettings(run),
    changeSettings: async (id, settings, by) => {
      await change.settings(id, settings, by);
      askedOften.forget(id);
    },
    limits: readLimits(run),
    changeLimits: async (id, limits, by) => {
      await change.limits(id, limits, by);
      askedOften.forget(id);
    },
    reusesResults: async (id) => (await askedOften.find(id))?.reuseResults ?? false,
    exists: async (id) => (await askedOften.find(id)) !== undefined,
    webhookSecret: webhookSecret(run),
    requestsPerMinute: async (id) => (await askedOften.find(id))?.requestsPerMinute ?? undefined,
  };
};
