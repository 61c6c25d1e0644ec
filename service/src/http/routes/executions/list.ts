import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';
import { FILTER_PARAMETERS, filterOf } from './filter-query.ts';

export const list = route({
  method: 'GET',
  path: '/workflow/execution',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Lists executions, newest first.',
  schema: {
    querystring: pageQueryWith(FILTER_PARAMETERS),
    response: { 200: listSchema(ExecutionRecordSchema) },
  },
  handler: async (world, { caller, query }) => {
    const { entries, total } = await world.executions.list(caller.organizationId, filterOf(query), query);
    return { entries: entries.map((execution) => recordFor(caller, execution)), total };
  },
});
