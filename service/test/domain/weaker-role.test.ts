import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Action, may, RIGHTS, ROLES } from '../../src/domain/people/rights.ts';
import { weakerRole } from '../../src/domain/people/weaker-role.ts';

test('the weaker of two roles has only the rights that both have', () => {
  for (const one of ROLES)
    for (const other of ROLES)
      for (const action of Object.keys(RIGHTS) as Action[])
        if (may(weakerRole(one, other), action))
          assert.ok(may(one, action) && may(other, action), `${one} ${other} ${action}`);
});

test('if one of two roles has all rights of the other, the other is the weaker', () => {
  assert.equal(weakerRole('owner', 'admin'), 'admin');
  assert.equal(weakerRole('operator', 'owner'), 'operator');
  assert.equal(weakerRole('viewer', 'reviewer'), 'viewer');
  assert.equal(weakerRole('admin', 'admin'), 'admin');
});

test("an operator's and a reviewer's role have only reading in common", () => {
  assert.equal(weakerRole('operator', 'reviewer'), 'viewer');
  assert.equal(weakerRole('reviewer', 'operator'), 'viewer');
});
