import type { UserId, WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { QA_MODES, type Workflow } from '../../../domain/workflows/workflow.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, mapSchema, TimestampSchema } from '../../server/schemas.ts';
import { QaSamplingSchema } from './body.ts';

export const WorkflowSchema = Type.Object(
  {
    id: idSchema<WorkflowId>('The workflow'),
    version: idSchema<WorkflowVersionId>('The version'),
    name: Type.String(),
    date: TimestampSchema,
    author: Type.Object({ id: idSchema<UserId>('The user'), name: Type.String() }),
    workflowComponents: Type.Array(
      Type.Object({
        id: Type.String(),
        component: Type.String(),
        params: mapSchema(Type.Unknown()),
        when: Type.Optional(mapSchema(Type.Unknown())),
        output: Type.Optional(Type.String()),
      }),
    ),
    executionPrice: Type.Integer(),
    inputs: mapSchema(Type.Object({ required: Type.Boolean(), description: Type.String() })),
    qa: Type.Enum([...QA_MODES]),
    qaSampling: Type.Optional(QaSamplingSchema),
    resultNames: Type.Optional(Type.String({ description: 'Template of the file names of results' })),
  },
  { $id: 'Workflow' },
);

/** Returns the workflow as clients read it. */
export const workflowRecord = (workflow: Workflow) => ({
  id: workflow.id,
  version: workflow.version,
  name: workflow.name,
  date: workflow.versionCreatedAt.toISOString(),
  author: workflow.author,
  workflowComponents: workflow.steps,
  executionPrice: workflow.priceInCredits,
  inputs: workflow.inputs,
  qa: workflow.qa,
  // `qaSampling` is present only in the mode `sample`, and `resultNames` only with a template: strict clients reject an
  // unknown key.
  ...(workflow.qaSampling && { qaSampling: workflow.qaSampling }),
  ...(workflow.resultNames && { resultNames: workflow.resultNames }),
});
