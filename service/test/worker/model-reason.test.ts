import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { reasonOf as reasonForCaller } from '../../src/components/steps/steps-failure.ts';
import { loadLibrary } from '../../src/worker/models/model-reason.ts';

test('when the library of the models cannot be loaded, the caller reads why and what to do', async () => {
  const missing = ['..', 'nowhere', 'linux', 'arm64', 'binding.node'].join('/');
  const failed = await loadLibrary(async () => createRequire(import.meta.url)(missing)).catch(
    (error: Error) => error,
  );
  assert.match(String((failed as Error).cause), /Require stack:\n/);
  const sentence =
    "onnxruntime-node cannot be loaded: Cannot find module 'binding.node'; ask the operator to reinstall the service on this machine";
  assert.equal((failed as Error).message, sentence);
  // The message of the step that failed has the whole sentence in it.
  assert.equal(reasonForCaller(failed), sentence);
});
