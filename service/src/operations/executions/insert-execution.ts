import type { Executions, Idempotency, Inserted, Intake, NewExecution } from '../../ports/executions.ts';

export type InsertWorld = {
  executions: Executions;
  /** The worker of this process, where there is one. */
  intake?: Intake | undefined;
};

/** Inserts the execution, and hands it to the worker of this process if that took it in the same commit. */
export const insertExecution = async (
  { executions, intake }: InsertWorld,
  execution: NewExecution,
  idempotency?: Idempotency,
): Promise<Inserted> => {
  let inserted: Inserted | undefined;
  try {
    inserted = await executions.insert(execution, idempotency);
    return inserted;
  } finally {
    // Without an answer the execution may be ACTIVE all the same; then the worker's next take-over finds it.
    intake?.settle(execution, inserted === 'ACTIVE');
  }
};
