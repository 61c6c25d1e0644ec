import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ExecutionEvent,
  isNewer,
  type Status,
  TRANSITIONS,
} from '../../src/domain/executions/execution-states.ts';

/** The events that raise a counter of the execution: attempts, holds or redos. */
const NEW_VERSION: readonly string[] = ['claim', 'retry', 'redo'] satisfies ExecutionEvent[];

test('the status after an event is newer than the one before it, for every transition', () => {
  for (const [from, events] of Object.entries(TRANSITIONS))
    for (const [event, to] of Object.entries(events)) {
      const before = { status: from as Status, version: 1 };
      const now = { status: to, version: NEW_VERSION.includes(event) ? 2 : 1 };
      assert.ok(isNewer(now, before), `${from} ${event} ${to}`);
      assert.ok(!isNewer(before, now), `${from} ${event} ${to}`);
    }
});
