import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanesAccountFor } from '../../src/programs/serving/lanes-account.ts';

const USERS = [
  { name: 'root', uid: 0, gid: 0 },
  { name: 'nobody', uid: 65_534, gid: 65_534 },
  { name: 'images', uid: 990, gid: 980 },
  { name: 'wheel', uid: 991, gid: 0 },
];
const SITUATION = {
  wanted: undefined,
  users: USERS,
  dataDir: '/srv/darkroom/data',
  objectsOwner: undefined,
  databaseUid: 65_534,
};

test('lanes get a user id that no user of the system has, and keep it across restarts', () => {
  const first = lanesAccountFor(SITUATION);
  assert.ok(first.uid >= 60_706 && first.uid <= 61_183, `${first.uid}`);
  assert.equal(first.gid, first.uid);
  assert.deepEqual(lanesAccountFor({ ...SITUATION, objectsOwner: 0 }), first);
  assert.deepEqual(lanesAccountFor({ ...SITUATION, objectsOwner: first.uid }), first);
  const moved = { ...SITUATION, dataDir: '/elsewhere', objectsOwner: first.uid };
  assert.deepEqual(lanesAccountFor(moved), first);
});

test('two installations have different accounts; a user id that is taken is not used', () => {
  const first = lanesAccountFor(SITUATION);
  assert.notEqual(lanesAccountFor({ ...SITUATION, dataDir: '/srv/second/data' }).uid, first.uid);
  const users = [...USERS, { name: 'someone', uid: first.uid, gid: 5 }];
  assert.notEqual(lanesAccountFor({ ...SITUATION, users }).uid, first.uid);
});

test('lanes run neither as the user who ran the service before, nor as the user of the database', () => {
  const { uid } = lanesAccountFor(SITUATION);
  for (const objectsOwner of [990, 65_534])
    assert.equal(lanesAccountFor({ ...SITUATION, objectsOwner }).uid, uid);
});

test('the setting names a user by name or number', () => {
  const wanting = (wanted: string) => lanesAccountFor({ ...SITUATION, wanted, objectsOwner: 60_800 });
  assert.deepEqual(wanting('images'), { uid: 990, gid: 980 });
  assert.deepEqual(wanting('990'), { uid: 990, gid: 980 });
  assert.deepEqual(wanting('4000'), { uid: 4000, gid: 4000 });
});

test('a setting that names root, the user of the database or an unknown user stops the start with a sentence', () => {
  const refusal = (wanted: string) => () => lanesAccountFor({ ...SITUATION, wanted });
  for (const wanted of ['root', '0', 'wheel'])
    assert.throws(refusal(wanted), /^StartError: DARKROOM_LANES_USER .* is root\.$/);
  assert.throws(refusal('nobody'), /is the embedded database's user\.$/);
  assert.throws(refusal('ghost'), /DARKROOM_LANES_USER is ghost/);
});
