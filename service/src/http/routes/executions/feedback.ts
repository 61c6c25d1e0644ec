import { giveFeedback } from '../../../operations/executions/give-feedback.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_HASH, ExecutionParams, PlainQuery } from '../../server/schemas.ts';

export const feedback = route({
  method: 'POST',
  path: '/workflow/execution/:id/feedback',
  versions: ['v1'],
  action: 'execution.feedback',
  summary: 'Stores feedback on a result, with images that show the expected result.',
  schema: {
    params: ExecutionParams,
    querystring: PlainQuery,
    body: Type.Object({
      thumbsUp: Type.Boolean({ description: 'Whether the result is good' }),
      expectedImages: Type.Optional(
        Type.Union([Type.Array(Type.String(), { maxItems: 20 }), Type.Null()], {
          description: 'Content hashes of uploaded images.',
        }),
      ),
    }),
  },
  example: { thumbsUp: false, expectedImages: [EXAMPLE_HASH] },
  handler: async (ports, { caller, params, body }, reply) => {
    await giveFeedback(ports, caller, params.id, {
      thumbsUp: body.thumbsUp,
      expectedImages: body.expectedImages ?? [],
    });
    return reply.send();
  },
});
