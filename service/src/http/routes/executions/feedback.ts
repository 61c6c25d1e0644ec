import Type from 'typebox';
import { giveFeedback } from '../../../operations/give-feedback.ts';
import { route } from '../../route.ts';
import { EXECUTION_PATH } from './execution-record.ts';

export const feedback = route({
  method: 'POST',
  path: '/workflow/execution/:executionId/feedback',
  versions: ['v1'],
  action: 'execution.feedback',
  summary: 'Keeps what a person thinks of the result, and pictures that show what was expected.',
  schema: {
    params: EXECUTION_PATH,
    body: Type.Object({
      thumbsUp: Type.Boolean(),
      expectedImages: Type.Optional(
        Type.Union([Type.Array(Type.String(), { maxItems: 20 }), Type.Null()], {
          description: 'Content hashes of uploaded pictures.',
        }),
      ),
    }),
  },
  handler: async (world, { caller, params, body }, reply) => {
    await giveFeedback(world, caller, params.executionId, {
      thumbsUp: body.thumbsUp,
      expectedImages: body.expectedImages ?? [],
    });
    return reply.send();
  },
});
