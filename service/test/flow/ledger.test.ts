import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, grant, ok, openTenant, type Tenant, untilStatus } from '../support/tenant.ts';

const service = await shareService();
after(() => service.stop());
type List<One> = { entries: One[]; total: number };
type Ledger = {
  id: string;
  kind: string;
  amount: number;
  executionId: string | null;
  inputFileName: string | null;
  createdAt: string;
};
const ledgerOf = async ({ id, admin }: Tenant, query = ''): Promise<List<Ledger>> =>
  (await ok(admin(`GET /v1/organization/${id}/ledger?${query}`))).json<List<Ledger>>();
const messageOf = (answer: Answer): string => {
  assert.equal(answer.status, 400, answer.text);
  return answer.json<{ message: string }>().message;
};

describe('The ledger', () => {
  let tenant: Tenant;
  let charged: string;
  before(async () => {
    tenant = await openTenant(service, 100);
    const workflow = await addWorkflow(tenant.owner);
    charged = await create(tenant.operator, workflow);
    await untilStatus(tenant.operator, charged, 'COMPLETED');
    await untilStatus(tenant.operator, await create(tenant.operator, workflow), 'COMPLETED');
    await grant(service, tenant, -5);
    await grant(service, tenant, 7);
  });

  test('is filtered by kind, execution, user and time, with exact totals', async () => {
    const all = await ledgerOf(tenant);
    assert.equal(all.total, 5);
    const kinds = async (query: string) => {
      const { entries, total } = await ledgerOf(tenant, query);
      assert.equal(total, entries.length);
      return entries.map(({ kind, amount }) => `${kind} ${amount}`);
    };
    assert.deepEqual(await kinds('kind=grant'), ['grant 7', 'grant 100']);
    assert.deepEqual(await kinds('kind=withdrawal'), ['withdrawal -5']);
    assert.deepEqual(await kinds('kind=charge'), ['charge -10', 'charge -10']);
    assert.deepEqual(await kinds(`execution=${charged}`), ['charge -10']);
    assert.deepEqual(await kinds(`execution=${tenant.id}`), []);
    const [newest] = all.entries;
    const user = (newest as unknown as { userId: string }).userId;
    assert.deepEqual(await kinds(`user=${user}`), ['grant 7', 'withdrawal -5', 'grant 100']);
    assert.deepEqual(await kinds(`user=${user}&kind=withdrawal`), ['withdrawal -5']);
    assert.deepEqual(await kinds(`createdAfter=${newest!.createdAt}`), ['grant 7']);
    assert.equal((await kinds(`createdBefore=${newest!.createdAt}`)).length, 4);
  });

  test('names the file of each charge', async () => {
    const { entries } = await ledgerOf(tenant);
    const names = entries.map(({ kind, inputFileName }) => `${kind} ${inputFileName}`);
    assert.deepEqual(names.sort(), [
      'charge shoe.jpg',
      'charge shoe.jpg',
      'grant null',
      'grant null',
      'withdrawal null',
    ]);
  });

  test('goes on with a cursor that keeps the filter, and shows every entry once', async () => {
    const seen: string[] = [];
    let line: string | undefined = `GET /v1/organization/${tenant.id}/ledger?limit=2`;
    while (line) {
      const answer: Answer = await ok(tenant.admin(line));
      const { entries, total } = answer.json<List<Ledger>>();
      assert.equal(total, 5);
      seen.push(...entries.map(({ id }) => id));
      const next: string | undefined = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      line = next && `GET ${next.slice(service.base.length)}`;
    }
    const all = await ledgerOf(tenant);
    assert.deepEqual(
      seen,
      all.entries.map(({ id }) => id),
    );
    const first = await ok(tenant.admin(`GET /v1/organization/${tenant.id}/ledger?kind=grant&limit=1`));
    const next = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await ledgerOf(tenant, `cursor=${next}`);
    assert.deepEqual(
      second.entries.map(({ kind, amount }) => [kind, amount]),
      [['grant', 100]],
    );
  });

  test('refuses a filter that is malformed with a sentence that names it', async () => {
    const refusal = async (query: string) =>
      messageOf(await tenant.admin(`GET /v1/organization/${tenant.id}/ledger?${query}`));
    assert.match(await refusal('kind=gift'), /The parameter kind must be one of grant, withdrawal, charge/);
    assert.match(await refusal('execution=1'), /The parameter execution must be an id/);
    assert.match(await refusal('createdAfter=2026-02-30'), /The parameter createdAfter must be/);
    assert.match(
      await refusal('createdBefore=0001-01-01T00:00:00%2B23:59'),
      /The parameter createdBefore must be/,
    );
    assert.match(await refusal('cursor=abc'), /The parameter cursor is malformed/);
    assert.match(await refusal('cursor=abc&offset=1'), /cursor or the parameter offset/);
  });
});
