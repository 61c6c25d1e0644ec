import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Execution } from '../../src/domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../src/domain/ids.ts';
import { cancelExecution } from '../../src/operations/executions/decide-execution.ts';
import type { Executions } from '../../src/ports/executions.ts';

test('a cancel that comes too late names the status that came first', async () => {
  let status = 'ACTIVE';
  const executions = {
    find: async () => ({ status }) as Execution,
    cancel: async () => {
      status = 'COMPLETED';
      return false;
    },
  } as unknown as Executions;
  const id = '018f3a5e-7c00-7000-8000-000000000000';
  await assert.rejects(cancelExecution({ executions }, 'o' as OrganizationId, id as ExecutionId), {
    code: 'conflict',
    message:
      'This execution is COMPLETED, and the action needs one that is CREATED or ACTIVE. Check the status first.',
  });
});
