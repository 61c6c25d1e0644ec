import type { ExecutionId } from '../../../domain/ids.ts';
import type { ListOrder } from '../../../ports/executions.ts';
import { Type } from '../../../schema/typebox.ts';
import { pathOf } from '../../replies/error-reply.ts';
import { CURSOR_PARAMETERS, cursorsOf } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';
import { FILTER_PARAMETERS, filterOf } from './filter-query.ts';

const ORDERS: Record<string, ListOrder> = { '-createdAt': 'newestFirst', createdAt: 'oldestFirst' };

/** The filter and sort order of the list. Each cursor contains them. */
const CRITERIA = {
  ...FILTER_PARAMETERS,
  sort: Type.Optional(
    Type.Enum(Object.keys(ORDERS), {
      description: 'Newest first (-createdAt, the default) or oldest first',
    }),
  ),
};
const cursors = cursorsOf<typeof CRITERIA, ExecutionId>(CRITERIA);

export const list = route({
  method: 'GET',
  path: '/workflow/execution',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Lists executions, newest first.',
  schema: {
    querystring: pageQueryWith({ ...CRITERIA, ...CURSOR_PARAMETERS }),
    response: { 200: listSchema(ExecutionRecordSchema) },
  },
  handler: async (ports, request, reply) => {
    const { caller, query } = request;
    const { criteria, ...start } = cursors.startOf(query);
    const { sort = '-createdAt', ...filter } = criteria;
    const page = { limit: query.limit, order: ORDERS[sort] as ListOrder, ...start };
    const found = await ports.executions.list(caller.organizationId, filterOf(filter), page);
    if (found.totalExceeded) reply.header('x-total-exceeded', 'true');
    const { entries, total, more } = found;
    const last = entries.at(-1);
    if (more && last)
      reply.header(
        'link',
        cursors.linkAfter(last, `${ports.publicUrl()}${pathOf(request.raw)}`, criteria, query),
      );
    return { entries: entries.map((execution) => recordFor(caller, execution)), total };
  },
});
