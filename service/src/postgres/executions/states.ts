import {
  type ExecutionEvent,
  statusAfter,
  statusesAllowing,
} from '../../domain/executions/execution-states.ts';

/** The table of states as SQL. */

/** The status of an execution after this event. */
export const after = (event: ExecutionEvent): string => `'${statusAfter(event)}'::execution_status`;

/** The condition that this event is allowed. A single status is compared with `=`, so that partial indexes match. */
export const allows = (event: ExecutionEvent, status = 'status'): string => {
  const [first, ...more] = statusesAllowing(event).map((name) => `'${name}'`);
  return more.length === 0 ? `${status} = ${first}` : `${status} in (${[first, ...more].join(', ')})`;
};
