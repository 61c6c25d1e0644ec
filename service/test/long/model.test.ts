import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import type { Region } from '../../src/matting/region.ts';
import { ModelFailure, openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';

const GiB = 1024 ** 3;
const roomy = { declaration: SHIPPED_MODEL, threads: 1, deadlineMs: 120_000, memoryBytes: 4 * GiB };
const model = openModelOnDemand(roomy);
after(() => model.close());

const kindOf = (kind: ModelFailure['kind']) => (error: unknown) =>
  error instanceof ModelFailure && error.kind === kind;

/** A dark disc on white. */
const scene = () => {
  const square = new Uint8Array(320 * 320 * 3).fill(245);
  for (let i = 0; i < 320 * 320; i++)
    if (Math.hypot((i % 320) - 160, Math.floor(i / 320) - 160) < 80) square.fill(50, i * 3, i * 3 + 3);
  return square;
};

test('the shipped model finds a disc', async () => {
  const { data } = await model.find(scene());
  assert.ok(data[160 * 320 + 160]! > 0.9);
  assert.ok(data[10 * 320 + 10]! < 0.1);
});

test('an image whose caller has gone leaves the queue', async () => {
  const running = model.find(scene());
  const unwanted = new AbortController();
  const waiting = model.find(scene(), unwanted.signal);
  unwanted.abort();
  await assert.rejects(waiting, kindOf('canceled'));
  await running;
});

test('a model with another SHA-256 than declared is not used', async () => {
  const other = openModelOnDemand({ ...roomy, declaration: { ...SHIPPED_MODEL, sha256: '0'.repeat(64) } });
  await assert.rejects(other.find(scene()), kindOf('unusable'));
  await assert.rejects(other.find(scene()), kindOf('unusable'));
  await other.close();
});

test('a model that exceeds its memory is killed, and given up after several attempts', async () => {
  const tight = openModelOnDemand({ ...roomy, memoryBytes: 16 * 1024 ** 2 });
  await assert.rejects(tight.find(scene()), kindOf('unusable'));
  await tight.close();
});

test('a model whose process cannot be started is given up, and can be closed', async () => {
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  try {
    const absent = openModelOnDemand(roomy);
    await assert.rejects(absent.find(scene()), kindOf('unusable'));
    await absent.close();
    await openModelOnDemand(roomy).close();
  } finally {
    process.execPath = node;
  }
});

test('a model that could not be started is tried again after a rest', async () => {
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const resting = openModelOnDemand({ ...roomy, restMs: 1 });
  try {
    await assert.rejects(resting.find(scene()), kindOf('unusable'));
    process.execPath = node;
    let found: Region | undefined;
    for (; !found; await nextTurn()) found = await resting.find(scene()).catch(() => undefined);
    assert.ok(found.data[160 * 320 + 160]! > 0.9);
  } finally {
    process.execPath = node;
    await resting.close();
  }
});

test('closing refuses waiting images', async () => {
  const closing = openModelOnDemand(roomy);
  const waiting = assert.rejects(closing.find(scene()), kindOf('closed'));
  await closing.close();
  await waiting;
  await assert.rejects(closing.find(scene()), kindOf('closed'));
});
