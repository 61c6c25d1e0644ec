import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForThisMachineAlone } from '../../src/programs/serving/for-this-machine-alone.ts';

const quickStart = { host: '127.0.0.1', publicUrl: undefined };

test('a service is for this machine alone if it listens on loopback and has a loopback public address or none', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
    assert.equal(isForThisMachineAlone({ ...quickStart, host }), true, host);
  for (const publicUrl of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])
    assert.equal(isForThisMachineAlone({ ...quickStart, publicUrl }), true, publicUrl);
});

test('a service is not for this machine alone if it listens on another address or has a public name', () => {
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'darkroom.example'])
    assert.equal(isForThisMachineAlone({ ...quickStart, host }), false, host);
  for (const publicUrl of ['https://darkroom.example', 'http://10.0.0.1:8080'])
    assert.equal(isForThisMachineAlone({ ...quickStart, publicUrl }), false, publicUrl);
});
