import { LRUCache } from 'lru-cache';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd } from '../../ports/executions.ts';

type Result = NonNullable<ExecutionEnd['result']>;

/** Results of COMPLETED executions that this process made or has read. Nothing changes about them any more. */
export type KnownResults = {
  add(organizationId: OrganizationId, id: ExecutionId, result: Result): void;
  /** A completion that is under way here: others may hear of it before its own answer comes. */
  expect(organizationId: OrganizationId, id: ExecutionId, completion: Promise<Result | undefined>): void;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Result | undefined>;
};

const MAX_REMEMBERED = 10_000;

export const rememberResults = (): KnownResults => {
  const known = new LRUCache<ExecutionId, { organizationId: OrganizationId; result: Result }>({
    max: MAX_REMEMBERED,
  });
  const expected = new Map<ExecutionId, Promise<void>>();
  const add = (organizationId: OrganizationId, id: ExecutionId, result: Result) => {
    known.set(id, { organizationId, result });
  };
  return {
    add,
    expect: (organizationId, id, completion) => {
      const settled = completion
        // What failed was told to whoever completes; here it only means that nothing is known.
        .then(
          (result) => result && add(organizationId, id, result),
          () => {},
        )
        .then(() => {
          if (expected.get(id) === settled) expected.delete(id);
        });
      expected.set(id, settled);
    },
    find: async (organizationId, id) => {
      if (!known.has(id)) await expected.get(id);
      const found = known.get(id);
      return found?.organizationId === organizationId ? found.result : undefined;
    },
  };
};
