import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { type Config, readConfig } from '../../../src/config.ts';
import { type SeedResult, seed } from '../../../src/operations/installation/seed.ts';
import { firstStartIn } from '../../../src/postgres/people/users.ts';
import { type Foundation, openFoundation } from '../../../src/programs/serving/foundation.ts';
import { serveApi } from '../../../src/programs/serving/serve-api.ts';
import { type FreshDatabase, freshDatabase } from '../database/database.ts';
import { ADMIN } from './browser.ts';

export type IdentityService = {
  base: string;
  database: FreshDatabase;
  foundation: Foundation;
  seeded: SeedResult;
  close(): Promise<void>;
};

/** The API as the program serves it, on a database and a data folder of this test file's own. */
export const testService = (env: Record<string, string> = {}) => {
  const service = {} as IdentityService & {
    another(more?: Record<string, string>): Promise<IdentityService>;
  };
  let fresh: FreshDatabase;
  let dataDir: string;
  const opening: Promise<IdentityService>[] = [];

  const open = async (more: Record<string, string>): Promise<IdentityService> => {
    const config: Config = {
      ...readConfig({ DARKROOM_ADMIN_EMAIL: ADMIN.email, ...more }),
      adminPassword: ADMIN.password,
      databaseUrl: fresh.url,
      dataDir,
      port: 0,
      shutdownMs: 200,
    };
    const foundation = await openFoundation(config);
    const begin = async () => ({
      seeded: await seed({ firstStart: firstStartIn(foundation.database) }, config),
      api: await serveApi(foundation),
    });
    const { seeded, api } = await begin().catch(async (error) => {
      await foundation.close();
      throw error;
    });
    const one: IdentityService = {
      base: api.address,
      database: fresh,
      foundation,
      seeded,
      close: async () => {
        await api.close();
        await foundation.close();
      },
    };
    return one;
  };
  const openLater = (more: Record<string, string>) => {
    const service = open(more);
    opening.push(service);
    return service;
  };

  before(async () => {
    fresh = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'darkroom-service-'));
    Object.assign(service, await openLater(env), { another: (more = {}) => openLater({ ...env, ...more }) });
  });
  after(async () => {
    for (const one of await Promise.allSettled(opening))
      if (one.status === 'fulfilled') await one.value.close();
    await fresh.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return service;
};
