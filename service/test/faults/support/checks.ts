import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { connectOrStartEmbeddedServer } from '../../../src/postgres/embedded/embedded-server.ts';
import { until } from '../../support/until.ts';
import type { Client } from './client.ts';
import type { Receiver } from './receiver.ts';
import { runCommand } from './service.ts';

const PAGE = 1_000;
const ENDED_WITHIN_MS = 60_000;

type CheckedInstallation = {
  client: Client;
  /** The settings of a process of this installation. */
  env: Record<string, string>;
  receiver: Receiver;
  /** The executions whose create was answered with 201. Unset: those of the client. */
  accepted?: readonly string[];
};

/**
 * Checks what must hold after every fault: every create that was answered with 201 has its execution, every
 * execution has ended, there are as many charges as completions, every result has its hash, and the receiver has
 * a message about every execution. Nobody may create executions meanwhile.
 */
export const checkNothingLost = async ({
  client,
  env,
  receiver,
  accepted = client.accepted,
}: CheckedInstallation) => {
  await untilAllEnded(client, ENDED_WITHIN_MS);
  const executions = await listExecutions(client);
  const known = new Set<string>(executions.map(({ id }) => id));
  const lost = accepted.filter((id) => !known.has(id));
  assert.deepEqual(lost, [], 'every 201 is still there');
  checkOutcomes(executions);
  await checkBooks(client, executions, env);
  if (env['DARKROOM_OBJECTS']) await checkDownloads(client, executions, new Set(accepted));
  else await checkImages(env['DARKROOM_DATA_DIR']!, executions);
  const url =
    env['DATABASE_URL'] ?? (await connectOrStartEmbeddedServer({ dataDir: env['DARKROOM_DATA_DIR']! })).url;
  await receiver.untilNotified(url, executions);
  return executions;
};

/** An execution may have failed only if three of its attempts were killed. */
const checkOutcomes = (executions: ExecutionRecord[]): void => {
  for (const { id, status, attempts, error } of executions) {
    if (status === 'COMPLETED') continue;
    const excused = ['lane_crashed', 'attempts_exhausted'].includes(error?.code ?? '') && attempts >= 3;
    assert.ok(excused, `${id} is ${status} after ${attempts} attempts: ${JSON.stringify(error)}`);
  }
};

/** Checks that the results of these executions, when downloaded, have the hash in their record. */
const checkDownloads = async (
  client: Client,
  executions: ExecutionRecord[],
  only: ReadonlySet<string>,
): Promise<void> => {
  for (const { id, resultPath, resultContentHash } of executions) {
    if (!resultContentHash || !only.has(id)) continue;
    const { bytes } = await client.ok(`GET ${new URL(resultPath as string, 'http://any').pathname}`);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), resultContentHash);
  }
};

const readAll = async <Entry>(client: Client, path: string): Promise<Entry[]> => {
  const all: Entry[] = [];
  for (;;) {
    const line = `GET ${path}?limit=${PAGE}&offset=${all.length}`;
    const { entries, total } = await client.json<{ entries: Entry[]; total: number }>(line);
    all.push(...entries);
    if (all.length >= total) return all;
    assert.ok(entries.length > 0, `${path} has fewer entries than its total of ${total}`);
  }
};

export const listExecutions = (client: Client) => readAll<ExecutionRecord>(client, '/v2/workflow/execution/');

/** Waits until nothing is queued or running any more. Nobody may create executions meanwhile. */
export const untilAllEnded = (client: Client, deadlineMs: number): Promise<true> =>
  until('every execution has ended', deadlineMs, async () => {
    const count = (status: string) =>
      client.json<{ total: number }>(`GET /v2/workflow/execution/?limit=0&status=${status}`);
    // Counts the waiting ones first. If both were counted at once, an execution that is claimed meanwhile could be
    // missing in both counts.
    return (await count('CREATED')).total === 0 && (await count('ACTIVE')).total === 0;
  });

/** Checks the books: with the service's own audit on the live database, and by what the API shows. */
export const checkBooks = async (
  client: Client,
  executions: ExecutionRecord[],
  env: Record<string, string>,
): Promise<void> => {
  const audit = await runCommand('audit', env);
  assert.deepEqual(
    { code: audit.code, stdout: audit.stdout },
    { code: 0, stdout: 'The books are in order.' },
  );

  const { entries } = await client.json<{ entries: { id: string }[] }>('GET /v1/organization');
  const organization = entries[0]!.id;
  const ledger = await readAll<{ kind: string; amount: number; executionId: string | null }>(
    client,
    `/v1/organization/${organization}/ledger`,
  );
  const balance = Number((await client.ok('GET /v1/organization/balance')).text);
  assert.equal(
    ledger.reduce((sum, { amount }) => sum + amount, 0),
    balance,
    'the ledger adds up to the balance when nothing is held',
  );
  assert.deepEqual(
    ledger
      .filter(({ kind }) => kind === 'charge')
      .map(({ executionId }) => executionId)
      .sort(),
    executions
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ id }) => id)
      .sort(),
    'one charge for each completed execution, and no other',
  );
};

/** Checks that the name of every stored image is its hash, and that every result is stored. */
export const checkImages = async (dataDir: string, executions: ExecutionRecord[]): Promise<void> => {
  const objects = join(dataDir, 'objects');
  const kept = new Set<string>();
  for (const folder of await readdir(objects)) {
    if (['tmp', 'notes', 'store-id'].includes(folder)) continue;
    for (const name of await readdir(join(objects, folder))) {
      const bytes = await readFile(join(objects, folder, name));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), name);
      kept.add(name);
    }
  }
  for (const { id, resultContentHash } of executions)
    if (resultContentHash) assert.ok(kept.has(resultContentHash), `the result of ${id} is there`);
};
