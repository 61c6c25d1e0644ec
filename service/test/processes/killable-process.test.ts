import assert from 'node:assert/strict';
import { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import { startKillableProcess } from '../../src/processes/killable-process.ts';

const PROGRAM = { args: [], env: {}, execArgv: [], serialization: 'json', stderr: 'ignore' } as const;

test('a process that cannot be started gets no messages and no signals, and its end is reported once', async (t) => {
  const signals = t.mock.method(ChildProcess.prototype, 'kill', () => true);
  const node = process.execPath;
  process.execPath = '/nowhere/node';
  const ends: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = startKillableProcess(
    { ...PROGRAM, main: import.meta.filename },
    () => {},
    (how) => {
      ends.push(how);
      resolve();
    },
  );
  process.execPath = node;
  child.kill();
  child.send('anything');
  await promise;
  child.kill();
  assert.match(ends.join(), /^spawn \/nowhere\/node ENOENT$/);
  assert.equal(signals.mock.callCount(), 0);
});
