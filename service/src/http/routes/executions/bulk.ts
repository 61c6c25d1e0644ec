import type { BulkActionId } from '../../../domain/ids.ts';
import type { Action } from '../../../domain/people/rights.ts';
import { findBulkAction, startBulkAction } from '../../../operations/executions/bulk-actions.ts';
import { BULK_ACTION_VERBS, type BulkAction, type BulkActionVerb } from '../../../ports/executions.ts';
import { Type } from '../../../schema/typebox.ts';
import { checkStrictQuery } from '../../requests/parse-query.ts';
import { route } from '../../server/route.ts';
import { idSchema, nullable, PlainQuery, queryWith, TimestampSchema } from '../../server/schemas.ts';
import { FILTER_PARAMETERS, filterOf } from './filter-query.ts';

const VERBS: Record<BulkActionVerb, { action: Action; summary: string }> = {
  retry: {
    action: 'execution.retry',
    summary:
      'Retries all failed and unpaid executions that match the filter, in the background. Leaves out canceled and rejected ones unless errorCode names them.',
  },
  cancel: {
    action: 'execution.cancel',
    summary: 'Cancels all queued and running executions that match the filter, in the background.',
  },
  approve: {
    action: 'execution.review',
    summary: 'Approves all results in review that match the filter, in the background.',
  },
};

const PARAMETERS = Object.keys(queryWith(FILTER_PARAMETERS).properties);

const startRoute = (verb: BulkActionVerb) =>
  route({
    method: 'POST',
    path: `/workflow/execution/bulk/${verb}`,
    versions: ['v1'],
    ...VERBS[verb],
    status: 202,
    schema: {
      querystring: queryWith(FILTER_PARAMETERS),
      response: {
        202: Type.Object({
          id: idSchema<BulkActionId>('The bulk call'),
          matched: Type.Integer({
            description: 'How many executions match the filter and are in a status that allows the action',
          }),
        }),
      },
    },
    handler: async (ports, { caller, query, raw }) => {
      // If a mistyped filter was ignored, the call would change more executions than the caller wants.
      checkStrictQuery(raw, PARAMETERS);
      const { organizationId, principal } = caller;
      const { id, matched } = await startBulkAction(
        ports,
        organizationId,
        verb,
        filterOf(query),
        principal.userId,
      );
      return { id, matched };
    },
  });

const readBulk = route({
  method: 'GET',
  path: '/workflow/execution/bulk/:id',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Returns the progress of a bulk retry, cancel or approve.',
  schema: {
    params: Type.Object({ id: idSchema<BulkActionId>('The bulk call') }),
    querystring: PlainQuery,
    response: {
      200: Type.Object(
        {
          id: idSchema<BulkActionId>('The bulk call'),
          verb: Type.Enum([...BULK_ACTION_VERBS]),
          matched: Type.Integer({ description: 'How many executions matched when the call was made' }),
          done: Type.Integer({ description: 'How many were looked at so far' }),
          changed: Type.Integer({ description: 'How many were retried, canceled or approved' }),
          skipped: Type.Integer({
            description: 'How many it left as they were: their status had changed, or credits were short',
          }),
          createdAt: TimestampSchema,
          finishedAt: nullable(TimestampSchema),
        },
        { $id: 'BulkCall' },
      ),
    },
  },
  handler: async (ports, { caller, params }) =>
    bulkRecord(await findBulkAction(ports, caller.organizationId, params.id)),
});

const bulkRecord = ({ id, verb, matched, done, changed, createdAt, finishedAt }: BulkAction) => ({
  id,
  verb,
  matched,
  done,
  changed,
  skipped: done - changed,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

export const bulkRoutes = [...BULK_ACTION_VERBS.map(startRoute), readBulk];
