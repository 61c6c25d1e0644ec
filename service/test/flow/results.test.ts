import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { shareService } from '../support/service.ts';
import { event, eventsIn } from '../support/status-events.ts';
import { addWorkflow, balance, create, openTenant, read, untilStatus, upload } from '../support/tenant.ts';
import { openStudio } from './studio-with-results.ts';

const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const service = await shareService();
after(() => service.stop());

const path = (id: string, rest = '') => `/v1/workflow/execution/${id}${rest}`;

const studio = await openStudio(service);

describe('Execution record', () => {
  test('every key of the contract is always present, with null for what is not known yet', async () => {
    const { operator, owner } = await openTenant(service, 0);
    const workflow = await addWorkflow(owner);
    const contentHash = await upload(operator);
    const id = await create(operator, workflow, { contentHash });
    const { createdAt, userId, ...record } = await read(operator, id);
    assert.match(createdAt, TIME);
    assert.match(userId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(record, {
      id,
      workflow: workflow.id,
      workflowName: workflow.name,
      workflowVersion: workflow.version,
      organizationId: record.organizationId,
      status: 'PAYMENT_REQUIRED',
      startedAt: null,
      finishedAt: null,
      inputFileName: 'shoe.jpg',
      inputContentHash: contentHash,
      inputs: { default: { name: 'shoe.jpg', contentHash, contentType: 'image/jpeg' } },
      resultContentHash: null,
      resultContentType: null,
      resultFileName: null,
      resultPath: null,
      labels: {},
      settings: {},
      webhooks: [],
      attempts: 0,
      chargedCredits: null,
      error: {
        code: 'credits_short',
        message: 'The organization has too few credits for this execution. Add credits, then retry it.',
        component: null,
      },
    });
  });

  test('a completed execution has its result, its charge and its times', async () => {
    const record = await read(studio.viewer, studio.completed);
    const { resultContentHash: hash } = record;
    assert.match(hash!, /^[0-9a-f]{64}$/);
    assert.equal(record.status, 'COMPLETED');
    assert.equal(record.resultContentType, 'image/png');
    assert.equal(record.resultFileName, 'shoe.png');
    assert.equal(record.resultPath, `/image/${hash}/shoe.png`);
    assert.equal(record.chargedCredits, studio.workflow.executionPrice);
    assert.equal(record.attempts, 1);
    assert.equal(record.error, null);
    const times = [record.createdAt, record.startedAt!, record.finishedAt!];
    for (const time of times) assert.match(time, TIME);
    assert.deepEqual(times, [...times].sort());
  });

  test('a failed execution says why in a sentence, and nothing is charged', async () => {
    const record = await read(studio.viewer, studio.failed);
    assert.equal(record.status, 'FAILED');
    assert.deepEqual(Object.keys(record.error!).sort(), ['code', 'component', 'message']);
    assert.equal(record.error!.code, 'input_unreadable');
    assert.match(record.error!.message, /^[A-Z].*\.$/);
    assert.equal(record.chargedCredits, null);
    assert.equal(record.resultPath, null);
    assert.match(record.finishedAt!, TIME);
    assert.equal(await balance(studio.viewer), 1_000 - studio.workflow.executionPrice);
  });

  test('an unknown or malformed execution id is 404 with the standard error body', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense', studio.completed.toUpperCase(), '%00', '..%2f..']) {
      const answer = await studio.viewer(`GET ${path(id)}`);
      assert.equal(answer.status, 404, id);
      const body = answer.json<Record<string, unknown>>();
      assert.deepEqual(Object.keys(body), ['timestamp', 'status', 'error', 'message', 'path']);
      assert.equal(body['status'], 404);
      assert.equal(body['path'], path(id));
    }
  });
});

describe('Result file names', { concurrency: 4 }, () => {
  const resultOf = async (name: string, format: 'jpeg' | 'png' | 'webp'): Promise<ExecutionRecord> => {
    const settings = { png: { format } };
    return untilStatus(
      studio.operator,
      await create(studio.operator, studio.workflow, { name, settings }),
      'COMPLETED',
    );
  };

  test('a known image extension is replaced by that of the result’s format, any other is kept', async () => {
    for (const [name, expected] of [
      ['shoe.jpg', 'shoe.png'],
      ['shoe.JPEG', 'shoe.png'],
      ['shoe.jfif', 'shoe.png'],
      ['shoe.webp', 'shoe.png'],
      ['shoe.png', 'shoe.png'],
      ['shoe.final.tiff', 'shoe.final.png'],
      ['shoe.txt', 'shoe.txt.png'],
      ['shoe', 'shoe.png'],
      ['.jpg', '.jpg.png'],
    ] as const)
      assert.equal((await resultOf(name, 'png')).resultFileName, expected);
  });

  test('both .jpeg and .jpg stay for JPEG', async () => {
    for (const [name, expected] of [
      ['a.jpg', 'a.jpg'],
      ['a.jpeg', 'a.jpeg'],
      ['a.png', 'a.jpg'],
    ] as const)
      assert.equal((await resultOf(name, 'jpeg')).resultFileName, expected);
  });

  test('characters that a path cannot hold become _, and the path is not percent-encoded', async () => {
    const name = 'a b?c#d%e{f}g<h>i:j"k|l*müller.jpg';
    const record = await resultOf(name, 'png');
    assert.equal(record.inputFileName, name);
    assert.equal(record.resultFileName, 'a b_c_d_e_f_g_h_i_j_k_l_müller.png');
    assert.equal(record.resultPath, `/image/${record.resultContentHash}/${record.resultFileName}`);
    assert.equal((await studio.viewer(`GET ${encodeURI(record.resultPath!)}`)).status, 200);
  });
});

describe('Status stream', () => {
  test('an unknown execution is 404 before any stream starts', async () => {
    const answer = await studio.viewer(`GET ${path(UNKNOWN_ID, '/status')}`);
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get('content-type')!, /^application\/json/);
  });

  test('the current status is sent at once, and after a final one the server closes the response', async () => {
    const answer = await studio.viewer(`GET ${path(studio.completed, '/status')}`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.text, event('COMPLETED'));
    assert.equal((await studio.viewer(`GET ${path(studio.failed, '/status')}`)).text, event('FAILED'));
  });

  test('later statuses follow in order, each once, byte for byte', async () => {
    const id = await create(studio.operator, studio.workflow);
    const { text } = await studio.viewer(`GET ${path(id, '/status')}`);
    const whole = ['CREATED', 'ACTIVE', 'COMPLETED'];
    const possible = [whole, whole.slice(1), whole.slice(2), ['CREATED', 'COMPLETED']];
    assert.ok(possible.map((statuses) => statuses.map(event).join('')).includes(eventsIn(text)), text);
  });

  test('a reconnect with the current status is 204 when that is final', async () => {
    const statusFor = (seen: string) =>
      studio.viewer(`GET ${path(studio.completed, '/status')}`, { headers: { 'last-event-id': seen } });
    const seen = await statusFor('COMPLETED');
    assert.deepEqual([seen.status, seen.text], [204, '']);
    for (const other of ['ACTIVE', 'FAILED', '', 'nonsense'])
      assert.equal((await statusFor(other)).text, event('COMPLETED'), other);
  });
});
