import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkBooks, listExecutions } from '../../faults/support/checks.ts';
import { type Installation, openInstallation } from '../../faults/support/installation.ts';
import { cpuMsOf, imageProcessesOf, readyImageProcessesOf, signal } from '../../faults/support/processes.ts';
import { cleanUp, type Service, startService } from '../../faults/support/service.ts';
import { until } from '../../support/until.ts';

// Steps that give a lane many seconds and 150 MB of work, from an image of 64 x 64.
const HEAVY = [
  { id: 'large', component: 'resize', params: { width: 2_000, height: 2_000, enlarge: true } },
  { id: 'slow', component: 'convert', params: { format: 'avif', lossless: true } },
];
const MiB = 1024 * 1024;
/** Processor time that only a lane at work uses. */
const BUSY_MS = 150;

describe('a lane', () => {
  let installation: Installation;
  let worker: Service;
  let heavy: string;

  before(async () => {
    installation = await openInstallation(0);
    heavy = await installation.client.addWorkflow(HEAVY);
    await startWorker({ DARKROOM_LOG_LEVEL: 'info' });
  });
  after(cleanUp);

  const startWorker = async (settings: Record<string, string> = {}) => {
    worker = await startService('worker', { ...installation.env, ...settings });
  };
  const create = (workflow: string) => installation.client.create(workflow, installation.hash);
  /** Resolves when the only lane works on this execution, or when the execution has ended. */
  const laneIsBusy = async (id: string) => {
    const idleMs = new Map<number, number>();
    await until('the lane is at work', 60_000, async () => {
      for (const lane of readyImageProcessesOf(worker.pid)) {
        const usedMs = cpuMsOf(lane) ?? 0;
        const before = idleMs.get(lane) ?? usedMs;
        idleMs.set(lane, before);
        if (usedMs - before > BUSY_MS) return true;
      }
      return (await installation.client.read(id)).status !== 'ACTIVE';
    });
  };
  /** Creates an execution, and resolves when the lane works on it. */
  const begin = async (workflow: string) => {
    const id = await create(workflow);
    await installation.client.when(id, 'ACTIVE');
    await laneIsBusy(id);
    return id;
  };
  const failureOf = async (id: string) => {
    const { status, attempts, error, chargedCredits } = await installation.client.when(id, undefined, 60_000);
    assert.ok((error?.message.length ?? 0) > 20, 'a sentence says what happened');
    return { status, attempts, code: error?.code, chargedCredits };
  };
  const linesAbout = (id: string) =>
    worker
      .logLines()
      .map((line) => JSON.parse(line))
      .filter(({ execution }) => execution === id);
  const checkCompleted = async (id: string) => {
    const { status, attempts } = await installation.client.when(id);
    assert.deepEqual({ status, attempts }, { status: 'COMPLETED', attempts: 1 });
  };

  it('that crashes at every attempt of one execution fails it after 3 attempts', async () => {
    const deadly = await begin(heavy);
    await until('it has been given up', 60_000, async () => {
      if ((await installation.client.read(deadly)).status !== 'ACTIVE') return true;
      signal(imageProcessesOf(worker.pid), 'SIGKILL');
      await laneIsBusy(deadly);
      return false;
    });
    const expected = { status: 'FAILED', attempts: 3, code: 'lane_crashed', chargedCredits: null };
    assert.deepEqual(await failureOf(deadly), expected);
    const told = () => linesAbout(deadly).map(({ message, attempt, code }) => ({ message, attempt, code }));
    await until('the failure is in the log', 5_000, () => told().length === 4);
    const crash = (attempt: number) => ({
      message:
        'A lane process ended during an attempt. The execution runs again unless its attempts are used up.',
      attempt,
      code: 'lane_crashed',
    });
    const failure = { message: 'An execution failed.', attempt: 3, code: 'lane_crashed' };
    assert.deepEqual(told(), [crash(1), crash(2), crash(3), failure]);
    await checkCompleted(await create(installation.workflow));
  });

  it('is free again at once when its execution is canceled', async (t) => {
    const id = await begin(heavy);
    const next = await create(installation.workflow);
    const since = performance.now();
    await installation.client.ok(`POST /v1/workflow/execution/${id}/cancel`);
    await checkCompleted(next);
    t.diagnostic(`the next one was completed ${Math.round(performance.now() - since)} ms after the cancel`);
    const { code, attempts } = await failureOf(id);
    assert.deepEqual({ code, attempts }, { code: 'canceled', attempts: 1 });
  });

  it('goes on with an execution that is retried right after it was canceled', async () => {
    const id = await begin(heavy);
    const before = worker.logLines().length;
    for (let times = 0; times < 5; times++) {
      await installation.client.ok(`POST /v1/workflow/execution/${id}/cancel`);
      await installation.client.ok(`POST /v1/workflow/execution/${id}/retry`);
    }
    await installation.client.when(id, 'ACTIVE');
    await laneIsBusy(id);
    assert.equal((await installation.client.read(id)).status, 'ACTIVE');
    await installation.client.ok(`POST /v1/workflow/execution/${id}/cancel`);
    await checkCompleted(await create(installation.workflow));
    assert.deepEqual(worker.logLines().slice(before), []);
  });

  it('that takes longer than its deadline is ended, and no other execution notices', async () => {
    await worker.stop();
    await startWorker({ DARKROOM_LANE_DEADLINE_MS: '1000' });
    const others = [await create(installation.workflow)];
    const slow = await create(heavy);
    for (let index = 0; index < 4; index++) others.push(await create(installation.workflow));
    const expected = { status: 'FAILED', attempts: 3, code: 'deadline_exceeded', chargedCredits: null };
    assert.deepEqual(await failureOf(slow), expected);
    for (const id of others) await checkCompleted(id);

    // The trace shows in which step the process was when it was ended.
    const trace = `GET /v1/workflow/execution/${slow}/trace?recorded=true`;
    const { failedStep } = await installation.client.json<{ failedStep: string | null }>(trace);
    assert.equal(failedStep, 'slow');
  });

  it('that grows beyond its memory is ended, and no other execution notices', async () => {
    await worker.stop();
    await startWorker({ DARKROOM_LANE_MEMORY_BYTES: String(48 * MiB) });
    const large = await create(heavy);
    const other = await create(installation.workflow);
    const expected = { status: 'FAILED', attempts: 3, code: 'memory_exceeded', chargedCredits: null };
    assert.deepEqual(await failureOf(large), expected);
    await checkCompleted(other);
  });

  it('leaves the books consistent after all of this', async () => {
    await checkBooks(installation.client, await listExecutions(installation.client), installation.env);
  });
});
