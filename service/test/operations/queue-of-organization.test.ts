import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExecutionId, OrganizationId, WorkflowVersionId } from '../../src/domain/ids.ts';
import { queueOfOrganization } from '../../src/operations/queue/queue-of-organization.ts';
import { type BusyRate, MAX_COUNTED_PLACES, type Queue, type QueuePlace } from '../../src/ports/queue.ts';
import type { Workflows } from '../../src/ports/workflows.ts';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const WAITING: QueuePlace = {
  status: 'CREATED',
  startedAt: null,
  workflowVersion: 'version' as WorkflowVersionId,
  position: 101,
};

/** An execution of a workflow version that takes 4 s, in an organization whose executions take 2 s on average. */
const execution = async (place: Partial<QueuePlace>, given: { lanes?: number; busy?: BusyRate } = {}) => {
  const depth = { waiting: 50_000, running: 2, oldestWaitingAt: NOW, throughputPerMinute: 1 };
  const queue = {
    ofOrganization: async () => ({ ...depth, busy: given.busy }),
    placeOf: async () => ({ ...WAITING, ...place }),
    lanes: async () => given.lanes ?? 4,
    recentWorkMs: async (_: unknown, of?: object) => (of ? 4_000 : 2_000),
  } as unknown as Queue;
  const workflows = { version: async () => ({ id: 'workflow', steps: [] }) } as unknown as Workflows;
  const asked = await queueOfOrganization(
    { queue, workflows },
    'organization' as OrganizationId,
    'execution' as ExecutionId,
    NOW,
  );
  const { position, seconds } = asked.execution!;
  return { position, seconds };
};

describe('the estimate of an execution in the queue', () => {
  it('follows from the measured rate since work has been waiting, plus its own time', async () => {
    const busy = { finished: 60, seconds: 30 };
    assert.deepEqual(await execution({}, { busy }), { position: 101, seconds: 100 / 2 + 4 });
  });

  it('follows from the usual time of one execution and the lanes while no rate is known', async () => {
    assert.deepEqual(await execution({}), { position: 101, seconds: (100 * 2) / 4 + 4 });
  });

  it('counts everything that waits as ahead, beyond the last counted position', async () => {
    const { seconds } = await execution({ position: MAX_COUNTED_PLACES });
    assert.equal(seconds, Math.ceil((49_999 * 2) / 4 + 4));
  });

  it('is what is left of its own time while it runs, and never below 0', async () => {
    const begun = (secondsAgo: number) => ({
      status: 'ACTIVE' as const,
      position: null,
      startedAt: new Date(NOW.getTime() - secondsAgo * 1000),
    });
    assert.deepEqual(await execution(begun(1)), { position: 0, seconds: 3 });
    assert.deepEqual(await execution(begun(60)), { position: 0, seconds: 0 });
  });

  it('is not known without a lane', async () => {
    assert.deepEqual(await execution({}, { lanes: 0 }), { position: 101, seconds: null });
  });
});
