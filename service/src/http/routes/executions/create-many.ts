import { malformed, Refusal } from '../../../domain/errors.ts';
import { createMany as createManyExecutions } from '../../../operations/executions/creating/create-many.ts';
import type { CreateExecution } from '../../../operations/executions/creating/create-request.ts';
import { Compile, type Static, Type, type Validator } from '../../../schema/typebox.ts';
import { STATUS } from '../../replies/error-reply.ts';
import { idempotencyKeyOf } from '../../requests/idempotency-key.ts';
import { namedImages } from '../../requests/named-images.ts';
import { sentenceOf } from '../../requests/validate.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_HASH } from '../../server/schemas.ts';
import { CreateBodySchema, CreateQuerySchema, readCreate } from './create.ts';

const MAX_BODIES = 500;

const OutcomeSchema = Type.Object({
  id: Type.Optional(Type.String({ description: 'Execution ID; missing when the execution was refused' })),
  error: Type.Optional(
    Type.Object(
      {
        status: Type.Integer({ description: 'The HTTP status that a single create would have had' }),
        message: Type.String(),
      },
      { description: 'Why the execution was refused' },
    ),
  ),
});

export const createMany = route({
  method: 'POST',
  path: '/workflow/execution/create-many',
  versions: ['v1'],
  action: 'execution.create',
  summary: `Creates up to ${MAX_BODIES} executions of a workflow on uploaded images, all in one commit. Returns the ID or the error of each, in the same order.`,
  schema: {
    querystring: CreateQuerySchema,
    body: Type.Array(Type.Unknown({ description: 'The JSON body of a create' }), {
      minItems: 1,
      maxItems: MAX_BODIES,
      expects: `an array of 1 to ${MAX_BODIES} bodies of a create`,
    }),
    response: { 201: Type.Object({ entries: Type.Array(OutcomeSchema) }) },
  },
  example: [{ image: { name: 'mug.jpg', contentHash: EXAMPLE_HASH }, labels: { sku: 'A1' } }],
  status: 201,
  handler: async (ports, request) => {
    const { caller, query } = request;
    const key = idempotencyKeyOf(request);
    const read = (given: unknown, index: number): CreateExecution => {
      const body = checkBody(given);
      return {
        ...readCreate(ports, caller, query, body),
        images: namedImages(body.image, body.images),
        traceParent: request.span?.context,
        // Each body gets its own key. No other call can send this key: it contains a line break, and a header cannot.
        idempotency: key === undefined ? undefined : { key: `${key}\n${index}`, asked: { query, body } },
      };
    };
    const requests = request.body.map((body, index) => orRefusal(() => read(body, index)));
    const call = {
      organizationId: caller.organizationId,
      workflowId: query.workflow,
      version: query.version,
    };
    const outcomes = await createManyExecutions(ports, call, requests);
    return { entries: outcomes.map(entryOf) };
  },
});

let validator: Validator | undefined;

const checkBody = (body: unknown): Static<typeof CreateBodySchema> => {
  validator ??= Compile(CreateBodySchema);
  if (validator.Check(body)) return body as Static<typeof CreateBodySchema>;
  const [problem] = validator.Errors(body);
  throw malformed(
    problem
      ? sentenceOf(problem, CreateBodySchema)
      : 'The body does not have the form that the API reference at /docs describes. Correct it.',
  );
};

const orRefusal = <Result>(read: () => Result): Result | Refusal => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const entryOf = (outcome: string | Refusal) =>
  outcome instanceof Refusal
    ? { error: { status: STATUS[outcome.code], message: outcome.message } }
    : { id: outcome };
