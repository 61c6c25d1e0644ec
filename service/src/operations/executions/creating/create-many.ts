import { Refusal } from '../../../domain/errors.ts';
import type { ExecutionId } from '../../../domain/ids.ts';
import type { Idempotency, NewExecution } from '../../../ports/executions.ts';
import { inSpan } from '../../../tracing/spans.ts';
import { inParallel } from '../../in-parallel.ts';
import { type CreatePorts, findRunnable, prepareExecution } from './create-execution.ts';
import { type CreateExecution, fingerprintOf, replayOf } from './create-request.ts';

/**
 * The number of requests that are checked at the same time. The checks read the images and the workflow,
 * which are mostly cached, so a higher number would not be faster.
 */
const PREPARED_AT_ONCE = 16;

/** The fields that all executions of a call share. */
type Call = Pick<CreateExecution, 'organizationId' | 'workflowId' | 'version'>;
type Prepared = { execution: NewExecution; idempotency?: Idempotency };
type Outcome = ExecutionId | Refusal;

/**
 * Creates many executions, all in one commit, and returns their ids in the same order. A refused request does not
 * prevent the others; its refusal is returned in the place of its id.
 */
export const createMany = async (
  ports: CreatePorts,
  call: Call,
  requests: readonly (CreateExecution | Refusal)[],
): Promise<Outcome[]> => {
  const repeated = await Promise.all(requests.map((request) => findRepeated(ports, request)));
  if (repeated.some((outcome) => outcome === undefined)) await findRunnable(ports, call);
  const prepared = await inParallel(
    requests,
    PREPARED_AT_ONCE,
    async (request, index): Promise<Prepared | Outcome> =>
      request instanceof Refusal ? request : (repeated[index] ?? prepareOne(ports, request)),
  );
  const accepted = prepared.filter(isPrepared);
  const ids = new Map(
    (await insertAll(ports, call, accepted)).map((outcome, index) => [accepted[index], outcome]),
  );
  return prepared.map((one) => (isPrepared(one) ? (ids.get(one) as Outcome) : one));
};

const isPrepared = (one: Prepared | Outcome): one is Prepared =>
  typeof one === 'object' && !(one instanceof Refusal);

/**
 * The outcome of a request whose idempotency key was used before; such a request is not checked again.
 * Undefined for a new request.
 */
const findRepeated = async (
  { executions }: CreatePorts,
  request: CreateExecution | Refusal,
): Promise<Outcome | undefined> => {
  if (request instanceof Refusal) return request;
  const keyed = keyOf(request);
  const first = keyed && (await executions.findFirstCall(request.organizationId, keyed.key));
  return first && orRefusal(() => replayOf(first, keyed.fingerprint));
};

const keyOf = (request: CreateExecution): Idempotency | undefined =>
  request.idempotency && {
    key: request.idempotency.key,
    fingerprint: fingerprintOf(request.idempotency.asked, request, {}),
  };

const prepareOne = async (ports: CreatePorts, request: CreateExecution): Promise<Prepared | Refusal> => {
  const idempotency = keyOf(request);
  try {
    return { execution: await prepareExecution(ports, request), ...(idempotency && { idempotency }) };
  } catch (error) {
    // A full queue, a full disk or an unavailable database makes the whole call fail.
    if (error instanceof Refusal && error.code !== 'unavailable') return error;
    throw error;
  }
};

/**
 * Inserts the executions in one commit, and starts those that the commit made ACTIVE for the worker of this
 * process.
 */
const insertAll = async (
  { executions, intake }: CreatePorts,
  { organizationId }: Call,
  prepared: readonly Prepared[],
): Promise<Outcome[]> => {
  let inserted: readonly string[] = [];
  try {
    inserted = await inSpan('commit', { parent: prepared[0]?.execution.traceParent }, () =>
      executions.insertMany(organizationId, prepared),
    );
  } finally {
    for (const [index, { execution }] of prepared.entries())
      intake?.settle(execution, inserted[index] === 'ACTIVE');
  }
  return Promise.all(
    prepared.map(async ({ execution, idempotency }, index) => {
      if (inserted[index] !== 'KEY_USED' || !idempotency) return execution.id;
      const first = await executions.findFirstCall(organizationId, idempotency.key);
      return orRefusal(() => replayOf(first, idempotency.fingerprint));
    }),
  );
};

const orRefusal = (ask: () => ExecutionId): Outcome => {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};
