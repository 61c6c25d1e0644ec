import { findExecution } from '../../../operations/executions/find-execution.ts';
import { earlierAttempts } from '../../../operations/review/review-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { earlierAttemptFor, recordFor, SingleRecordSchema } from './execution-record.ts';

export const get = route({
  method: 'GET',
  path: '/workflow/execution/:id',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Returns one execution.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: SingleRecordSchema } },
  handler: async (ports, { caller, params }) => {
    const execution = await findExecution(ports, caller.organizationId, params.id);
    const earlier = await earlierAttempts(ports, execution);
    return {
      ...recordFor(caller, execution),
      // `earlierAttempts` is present only after a redo, because strict clients reject an unknown key.
      ...(earlier.length > 0 && { earlierAttempts: earlier.map((one) => earlierAttemptFor(caller, one)) }),
    };
  },
});
