import type { WorkflowDraft } from '../../../components/steps/check-workflow.ts';
import { AQLS, DEFAULT_SAMPLING, MAX_LOT_SIZE, MIN_LOT_SIZE } from '../../../domain/review/sampling-plan.ts';
import { QA_MODES, type StepCondition } from '../../../domain/workflows/workflow.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { mapSchema, nullable, textSchema } from '../../server/schemas.ts';

const MAX_CREDITS = 1_000_000_000;

const samplingFields = {
  aql: Type.Enum([...AQLS], {
    default: DEFAULT_SAMPLING.aql,
    description: 'Acceptance quality limit: the share of rejects that is still acceptable, in percent',
  }),
  lotSize: Type.Integer({
    minimum: MIN_LOT_SIZE,
    maximum: MAX_LOT_SIZE,
    default: DEFAULT_SAMPLING.lotSize,
    expects: `a whole number from ${MIN_LOT_SIZE} to ${MAX_LOT_SIZE}`,
    description: 'Number of results that are accepted or refused together',
  }),
};

/** Acceptance sampling: the percentage of rejects that is acceptable, and the size of a lot. */
export const QaSamplingSchema = Type.Object(samplingFields);
/** Schema of acceptance sampling in a request: omitted fields get defaults. */
export const QaSamplingBody = Type.Object(
  { aql: Type.Optional(samplingFields.aql), lotSize: Type.Optional(samplingFields.lotSize) },
  { additionalProperties: false },
);

/**
 * A workflow as its author writes it. The components check the params of their steps. Unknown keys are refused
 * in nested objects, but accepted at the top level, so that a client can send back a record that it has read.
 */
export const WorkflowBody = Type.Object({
  name: textSchema(1, 200, { description: 'The name of the workflow' }),
  inputs: Type.Optional(
    mapSchema(
      Type.Object(
        {
          required: Type.Optional(Type.Boolean()),
          description: Type.Optional(Type.String({ maxLength: 1000 })),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'The images that an execution needs, under the keys default, 1, 2, ... Default: one image',
      },
    ),
  ),
  workflowComponents: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the step, which no other step of the workflow has' }),
        component: Type.String({ description: 'What the step does: one of the names of GET /v1/component' }),
        params: Type.Optional(
          mapSchema(Type.Unknown(), {
            description: 'Parameters of the component; missing ones have defaults',
          }),
        ),
        when: Type.Optional(
          Type.Unsafe<StepCondition>(
            mapSchema(Type.Unknown(), { description: 'The step is skipped unless this condition holds' }),
          ),
        ),
        output: Type.Optional(
          Type.String({
            description:
              'Delivers the image after this step as a file of its own under this name: 1 to 40 lower-case letters, digits or -',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    { description: 'The steps, in the order in which they run' },
  ),
  qa: Type.Optional(
    Type.Enum([...QA_MODES], { description: 'Which results wait for a reviewer. Default: off' }),
  ),
  qaSampling: Type.Optional(
    nullable({ ...QaSamplingBody, description: 'Acceptance sampling, for the mode sample only' }),
  ),
  resultNames: Type.Optional(
    nullable(
      Type.String({
        ...textSchema(1, 1000),
        description:
          'Template of the names of results: {name}, {index}, {workflow} and {label.key}; the extension is appended. Default: the name of the input.',
      }),
    ),
  ),
  executionPrice: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_CREDITS,
      expects: `a whole number from 0 to ${MAX_CREDITS}`,
      description: 'Credits for one execution. Default: 10 and the credits of the components',
    }),
  ),
});

/** Steps for the examples in the reference. */
export const EXAMPLE_STEPS = [{ id: 'fit', component: 'resize', params: { width: 1200 } }];

export const draftFrom = (body: Static<typeof WorkflowBody>): WorkflowDraft => ({
  name: body.name,
  inputs:
    body.inputs &&
    Object.fromEntries(
      Object.entries(body.inputs).map(([name, { required = true, description = '' }]) => [
        name,
        { required, description },
      ]),
    ),
  steps: body.workflowComponents.map(({ id, component, params = {}, when, output }) => ({
    id,
    component,
    params,
    ...(when ? { when } : {}),
    ...(output === undefined ? {} : { output }),
  })),
  qa: body.qa ?? 'off',
  qaSampling: body.qaSampling ?? undefined,
  priceInCredits: body.executionPrice,
  resultNames: body.resultNames ?? undefined,
});
