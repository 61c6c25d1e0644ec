import { malformed } from '../../../domain/errors.ts';
import type { WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { isStorableJson, NOT_STORABLE } from '../../../domain/storable-text.ts';
import { type EstimateRequest, estimateWork } from '../../../operations/queue/estimate-work.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_ID, idSchema, nullable, PlainQuery } from '../../server/schemas.ts';
import { draftFrom, WorkflowBody } from './body.ts';

const MAX_COUNT = 1_000_000;
const { inputs, workflowComponents } = WorkflowBody.properties;

const EstimateBody = Type.Object({
  workflow: Type.Optional(idSchema<WorkflowId>('The workflow')),
  version: Type.Optional(idSchema<WorkflowVersionId>('The version')),
  workflowComponents: Type.Optional(workflowComponents),
  inputs,
  count: Type.Integer({
    minimum: 1,
    maximum: MAX_COUNT,
    expects: `a whole number from 1 to ${MAX_COUNT}`,
    description: 'The number of executions',
  }),
});

export const estimateWorkflow = route({
  method: 'POST',
  path: '/workflow/estimate',
  versions: ['v1'],
  action: 'workflow.read',
  summary:
    'Estimates the credits and the seconds that a number of executions would take. Nothing is created.',
  schema: {
    querystring: PlainQuery,
    body: EstimateBody,
    response: {
      200: Type.Object({
        credits: Type.Integer(),
        seconds: nullable(
          Type.Integer({
            description:
              'Time until all of them would be done if they were created now, including the work that waits already; null while no worker runs',
          }),
        ),
      }),
    },
  },
  example: { workflow: EXAMPLE_ID as WorkflowId, count: 200 },
  handler: (ports, { caller, body }) => estimateWork(ports, caller.organizationId, requestFrom(body)),
});

const requestFrom = (body: Static<typeof EstimateBody>): EstimateRequest => {
  const { workflow, version, workflowComponents: steps, count } = body;
  if (!isStorableJson(body)) throw malformed(`The body ${NOT_STORABLE}`);
  if (steps) {
    if (workflow || version)
      throw malformed(
        'Send either the field "workflow", or the field "workflowComponents" without "workflow" and "version".',
      );
    const draft = draftFrom({ ...body, workflowComponents: steps, name: 'Estimate' });
    return { steps: draft.steps, inputs: draft.inputs, count };
  }
  if (!workflow)
    throw malformed(
      'Send the id of a workflow in the field "workflow", or a list of steps in the field "workflowComponents".',
    );
  return { workflow, version, count };
};
