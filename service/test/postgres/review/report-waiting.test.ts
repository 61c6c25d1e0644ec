import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ExecutionId } from '../../../src/domain/ids.ts';
import type { Role } from '../../../src/domain/people/rights.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { reportWaitingResults } from '../../../src/postgres/review/report-waiting.ts';
import { reviewIn } from '../../../src/postgres/review/review.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { placeExecution } from '../../support/place-execution.ts';
import { addMember, openStudio } from '../../support/studio.ts';

const ADD_ENDPOINT = statement(`
  insert into webhook_endpoints (id, organization_id, url, events, created_by)
  values (gen_random_uuid(), $1, 'http://a.example/', '{qa.*}', $2)`);
const MESSAGES = statement<{ waiting: number }>(`
  select (body #>> '{data,waiting}')::integer as waiting from webhook_messages
  where organization_id = $1 and type = 'qa.waiting' order by created_at`);
const CHOOSE = statement(`update users set notices = '{qa.waiting}' where id = $1`);
const MAILS = statement<{ userId: string; waiting: number }>(`
  select user_id as "userId", (data ->> 'waiting')::integer as waiting from notices
  where organization_id = $1 and kind = 'qa.waiting' order by created_at, user_id`);
const LET_AN_HOUR_PASS = statement(`
  update review_waits set mailed_at = mailed_at - interval '1 hour', since = since - interval '1 hour'
  where organization_id = $1`);

describe('results that wait for review', () => {
  let fresh: FreshDatabase;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase({ connections: 8 });
    database = fresh.database;
  });
  after(() => fresh.drop());

  const open = async () => {
    const studio = await openStudio(database, 1_000);
    const { organizationId, userId } = studio;
    await database.run(ADD_ENDPOINT, [organizationId, userId]);
    return {
      join: async (role: Role) => {
        const member = await addMember(database, organizationId, role);
        await database.run(CHOOSE, [member]);
        return member;
      },
      enter: async () => (await placeExecution(database, studio, { status: 'IN_QA', price: 1 })).id,
      approve: (id: ExecutionId) =>
        reviewIn(database).approve(organizationId, id, { userId, evenIfLeased: false }, {}),
      messages: async () => (await database.run(MESSAGES, [organizationId])).map(({ waiting }) => waiting),
      mails: () => database.run(MAILS, [organizationId]),
      letAnHourPass: () => database.run(LET_AN_HOUR_PASS, [organizationId]),
    };
  };
  /** Eight workers report at the same time. */
  const report = () => Promise.all(Array.from({ length: 8 }, () => reportWaitingResults(database)));

  it('are reported once when the queue was empty before, however many workers look', async () => {
    const { enter, approve, messages } = await open();
    await report();
    assert.deepEqual(await messages(), []);
    const ids = [await enter(), await enter()];
    await report();
    assert.deepEqual(await messages(), [2]);
    ids.push(await enter());
    await report();
    assert.deepEqual(await messages(), [2], 'the queue was not empty');
    for (const id of ids) await approve(id);
    await report();
    await enter();
    await report();
    assert.deepEqual(await messages(), [2, 1]);
  });

  it('are mailed to reviewers who chose it, at most once an hour; a later wait is mailed when the hour is over', async () => {
    const { join, enter, approve, mails, letAnHourPass } = await open();
    const reviewer = await join('reviewer');
    await join('operator');
    const first = await enter();
    await report();
    assert.deepEqual(await mails(), [{ userId: reviewer, waiting: 1 }]);
    await letAnHourPass();
    await report();
    assert.equal((await mails()).length, 1, 'one mail for each wait');

    await approve(first);
    await report();
    const second = await enter();
    await report();
    assert.equal((await mails()).length, 2);
    await approve(second);
    await report();
    await enter();
    await enter();
    await report();
    assert.equal((await mails()).length, 2, 'the last mail was less than an hour ago');
    await letAnHourPass();
    await report();
    assert.deepEqual((await mails())[2], { userId: reviewer, waiting: 2 });
  });
});
