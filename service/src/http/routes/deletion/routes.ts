import { notFound } from '../../../domain/errors.ts';
import { contentHashOf } from '../../../domain/ids.ts';
import { beginErasure, erase } from '../../../operations/retention/erase.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  BatchParams,
  ExecutionParams,
  ImageParams,
  OrganizationParams,
  PlainQuery,
} from '../../server/schemas.ts';

const deleteImage = route({
  method: 'DELETE',
  path: '/image/:hash',
  versions: ['v1'],
  action: 'image.delete',
  summary: 'Deletes an image of the organization. Downloads are answered with 410 from then on.',
  status: 204,
  schema: { params: ImageParams, querystring: PlainQuery },
  handler: async (world, { caller: { organizationId, principal }, params }) => {
    const hash = contentHashOf(params.hash);
    if (!hash) throw notFound('The image');
    await erase(world, { kind: 'image', organizationId, subject: hash, madeBy: principal.userId });
  },
});

const deleteExecution = route({
  method: 'DELETE',
  path: '/workflow/execution/:id',
  versions: ['v1'],
  action: 'execution.delete',
  summary:
    'Deletes an execution that has ended, with those of its images that no other execution needs. Its charge stays.',
  status: 204,
  schema: { params: ExecutionParams, querystring: PlainQuery },
  handler: async (world, { caller: { organizationId, principal }, params: { id } }) => {
    await erase(world, { kind: 'execution', organizationId, subject: id, madeBy: principal.userId });
  },
});

const STARTED = Type.Object({
  id: Type.String({ description: 'The id of the deletion, as in the audit log' }),
});

const deleteBatch = route({
  method: 'DELETE',
  path: '/batch/:id',
  versions: ['v1'],
  action: 'batch.delete',
  summary: 'Deletes a batch with all of its executions, in the background. All of them must be finished.',
  status: 202,
  schema: { params: BatchParams, querystring: PlainQuery, response: { 202: STARTED } },
  handler: async (world, { caller: { organizationId, principal }, params }) => {
    const request = { kind: 'batch', organizationId, subject: params.id, madeBy: principal.userId } as const;
    return { id: (await beginErasure(world, request)).id };
  },
});

const deleteOrganization = route({
  method: 'DELETE',
  path: '/organization/:id',
  versions: ['v1'],
  organizationInPath: true,
  action: { platform: 'organization.delete' },
  summary:
    'Deletes an organization in the background: its images, executions, workflows and members. Its ledger, usage and audit log stay.',
  status: 202,
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 202: STARTED } },
  handler: async (world, { caller: { organizationId, principal } }) => {
    const madeBy = principal.userId;
    const request = { kind: 'organization', organizationId, subject: organizationId, madeBy } as const;
    return { id: (await beginErasure(world, request)).id };
  },
});

export const deletionRoutes = [deleteImage, deleteExecution, deleteBatch, deleteOrganization];
