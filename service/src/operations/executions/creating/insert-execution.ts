import type { Executions, Idempotency, Inserted, Intake, NewExecution } from '../../../ports/executions.ts';
import { inSpan } from '../../../tracing/spans.ts';

export type InsertPorts = {
  executions: Executions;
  /** The worker of this process, if it has one. */
  intake?: Intake | undefined;
};

/** Inserts the execution, and starts it in this process if the worker here took it in the same commit. */
export const insertExecution = async (
  { executions, intake }: InsertPorts,
  execution: NewExecution,
  idempotency?: Idempotency,
): Promise<Inserted> => {
  let inserted: Inserted | undefined;
  try {
    inserted = await inSpan('commit', { parent: execution.traceParent }, () =>
      executions.insert(execution, idempotency),
    );
    return inserted;
  } finally {
    // If the insert failed, the commit may still have made the execution ACTIVE. Then this worker finds it
    // the next time that it takes over lost executions.
    intake?.settle(execution, inserted === 'ACTIVE');
  }
};
