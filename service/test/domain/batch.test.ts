import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchOf } from '../../src/domain/executions/batch.ts';
import { isUuid } from '../../src/domain/ids.ts';

const id = (text: string) => batchOf({ service_batch_id: text })?.id;
const named = (text: string) => batchOf({ service_batch_name: text })?.id;

test('an execution without batch labels is in no batch', () => {
  assert.equal(batchOf({ sku: '1' }), undefined);
});

test('a batch id that is a UUID is the id of the batch', () => {
  assert.equal(id('018f3a5e-7c00-7000-8000-000000000000'), '018f3a5e-7c00-7000-8000-000000000000');
});

test('any other batch id always gives the same UUID, and different ones give different UUIDs', () => {
  for (const text of ['shoes', 'Shoes', '018F3A5E-7C00-7000-8000-000000000000', 'x'.repeat(1024)])
    assert.ok(isUuid(id(text) as string));
  assert.equal(id('shoes'), id('shoes'));
  assert.notEqual(id('shoes'), id('Shoes'));
});

test('an execution with a name alone never joins a batch that has an id', () => {
  assert.notEqual(named('shoes'), id('shoes'));
  const derived = named('shoes') as string;
  assert.notEqual(id(derived), derived);
});

test('an empty batch id counts as missing', () => {
  assert.deepEqual(batchOf({ service_batch_id: '', service_batch_name: 'shoes' }), {
    id: named('shoes'),
    name: 'shoes',
  });
});
