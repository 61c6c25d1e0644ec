import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../src/postgres/connection/database.ts';
import { freshDatabase } from '../support/database/database.ts';
import { makeOrganization } from '../support/organization.ts';

const { database, drop } = await freshDatabase();
after(drop);

const COLUMNS = {
  webhook_messages:
    "(organization_id, url, type, body) select $1::uuid, '', '', '{}' where $2::uuid is not null",
  notices: "(organization_id, user_id, kind, data) values ($1, $2, '', '{}')",
  audit_log: "(organization_id, user_id, action, subject) values ($1, $2, '', '')",
};

for (const [table, row] of Object.entries(COLUMNS))
  test(`the ids of ${table} are UUIDs of version 7, which sort by time`, async () => {
    const { organizationId, userId } = await makeOrganization(database, 0);
    const insert = statement<{ id: string }>(`insert into ${table} ${row} returning id`);
    const ids: string[] = [];
    const startedAt = Date.now();
    for (let made = 0; made < 5; made += 1) {
      const [inserted] = await database.run(insert, [organizationId, userId]);
      ids.push(inserted!.id);
      await sleep(2);
    }
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
      assert.ok(madeAt >= startedAt - 1 && madeAt <= Date.now() + 1, `${id} was made at ${madeAt}`);
    }
    assert.deepEqual(ids, [...ids].sort());
  });
