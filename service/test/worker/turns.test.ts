import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrganizationId } from '../../src/domain/ids.ts';
import { openTurns } from '../../src/worker/lanes/turns.ts';

const A = 'a' as OrganizationId;
const B = 'b' as OrganizationId;

type Job = { name: string; ms: number };
const open = () => {
  const turns = openTurns<Job>(({ ms }) => ms);
  const add = (organization: OrganizationId, ms: number, count = 1) => {
    for (let time = 0; time < count; time += 1) turns.add(organization, { name: organization, ms });
  };
  const take = (count: number) => Array.from({ length: count }, () => turns.take()?.name).join('');
  return { turns, add, take };
};

describe('turns', () => {
  it('alternate between organizations whose jobs take as long', () => {
    const { add, take } = open();
    add(A, 10, 4);
    add(B, 10, 2);
    assert.equal(take(6), 'ababaa');
  });

  it('give equal time: one long job of one organization for many short ones of another', () => {
    const { add, take } = open();
    add(A, 100, 3);
    add(B, 10, 30);
    const order = take(24);
    assert.equal(order.slice(0, 12), `a${'b'.repeat(10)}a`);
    assert.equal(order.slice(12, 23), `${'b'.repeat(10)}a`);
  });

  it('remember for a while how much time an organization had before it ran out of jobs', () => {
    const { turns, add, take } = open();
    add(A, 100);
    take(1);
    add(A, 100);
    add(B, 10, 12);
    assert.equal(take(11), `${'b'.repeat(10)}a`);
    assert.deepEqual(turns.ahead(50), [A]);
    take(2);
    add(B, 10, 20);
    take(20);
    assert.deepEqual(turns.ahead(50), []);
  });

  it('do not accumulate for an organization without jobs', () => {
    const { add, take } = open();
    add(A, 10, 100);
    take(50);
    add(B, 10, 10);
    assert.equal(take(6).replaceAll('ba', '').replaceAll('ab', ''), '');
  });

  it('come at once for an organization whose jobs arrive while another one is being served, even if it was served just before', () => {
    const { add, take } = open();
    add(B, 10, 2);
    assert.equal(take(2), 'bb');
    add(A, 10, 3);
    assert.equal(take(1), 'a');
    add(B, 10);
    assert.equal(take(3), 'baa');
  });

  it('pass over an organization that must not be served now, which keeps its place', () => {
    const { turns, add } = open();
    add(A, 10, 2);
    add(B, 10, 2);
    const notA = (organization: OrganizationId) => organization !== A;
    assert.equal(turns.take(notA)?.name, B);
    assert.equal(turns.take()?.name, A);
    assert.equal(turns.take(notA)?.name, B);
    assert.equal(turns.take(notA), undefined);
    assert.equal(turns.take()?.name, A);
  });

  it('drop a job that was removed, and count the jobs that wait and their time', () => {
    const { turns, add } = open();
    add(A, 10);
    const job = { name: 'x', ms: 7 };
    turns.add(A, job);
    assert.deepEqual(turns.waiting(), { jobs: 2, ms: 17 });
    assert.equal(turns.remove(A, job), true);
    assert.equal(turns.remove(A, job), false);
    assert.deepEqual(turns.waiting(), { jobs: 1, ms: 10 });
    assert.equal(turns.take()?.ms, 10);
    assert.equal(turns.take(), undefined);
  });
});
