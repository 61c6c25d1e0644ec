import {
  type ExecutionEvent,
  statusAfter,
  statusesAllowing,
} from '../../domain/executions/execution-states.ts';

/** The table of states in the words of a statement. */

/** The status that an execution gets by this event. */
export const after = (event: ExecutionEvent): string => `'${statusAfter(event)}'::execution_status`;

/** Whether this event may happen to an execution of this status. One status is asked for as such: indexes go by it. */
export const allows = (event: ExecutionEvent, status = 'status'): string => {
  const [first, ...more] = statusesAllowing(event).map((name) => `'${name}'`);
  return more.length === 0 ? `${status} = ${first}` : `${status} in (${[first, ...more].join(', ')})`;
};
