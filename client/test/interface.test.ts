import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareService } from '../../service/test/support/service.ts';
import { committedInterface, generateInterface } from '../generate-interface.ts';

test('the types of the client match the API of the service', async () => {
  const service = await shareService('api');
  const document = await (await fetch(`${service.base}/openapi.json`)).text();
  await service.stop();
  assert.ok(
    (await generateInterface(document)) === committedInterface(),
    'client/src/interface.ts is out of date: run "npm run generate".',
  );
});
