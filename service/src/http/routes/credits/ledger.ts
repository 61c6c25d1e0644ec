import type { ExecutionId, UserId } from '../../../domain/ids.ts';
import { LEDGER_KINDS, type LedgerFilter } from '../../../ports/people/organizations.ts';
import { Type } from '../../../schema/typebox.ts';
import { CURSOR_PARAMETERS, cursorsOf } from '../../requests/list-cursor.ts';
import { timeOf, timeSchema } from '../../requests/time-parameter.ts';
import { route } from '../../server/route.ts';
import { idSchema, listSchema, OrganizationParams, pageQueryWith } from '../../server/schemas.ts';
import { LedgerEntrySchema, ledgerRecord } from './record.ts';

const FILTER = {
  kind: Type.Optional(Type.Enum([...LEDGER_KINDS], { description: 'Only entries of this kind' })),
  execution: Type.Optional(idSchema<ExecutionId>('The execution')),
  user: Type.Optional(idSchema<UserId>('The user')),
  createdAfter: Type.Optional(timeSchema('Only entries made at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only entries made before this time')),
};
const cursors = cursorsOf(FILTER);

export const listLedger = route({
  method: 'GET',
  path: '/organization/:id/ledger',
  versions: ['v1'],
  action: 'ledger.read',
  organizationInPath: true,
  summary: 'Lists every movement of credits, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: pageQueryWith({ ...FILTER, ...CURSOR_PARAMETERS }),
    response: { 200: listSchema(LedgerEntrySchema) },
  },
  handler: async (ports, { caller, query }, reply) => {
    const { organizationId } = caller;
    const { criteria: filter, ...start } = cursors.startOf(query);
    const page = { limit: query.limit, ...start };
    const { entries, total, totalExceeded, more } = await ports.credits.ledger(
      organizationId,
      page,
      filterOf(filter),
    );
    if (totalExceeded) reply.header('x-total-exceeded', 'true');
    const last = entries.at(-1);
    if (more && last) {
      const list = `${ports.publicUrl()}/v1/organization/${organizationId}/ledger`;
      reply.header('link', cursors.linkAfter(last, list, filter, { limit: query.limit }));
    }
    return { entries: entries.map(ledgerRecord), total };
  },
});

const filterOf = ({
  kind,
  execution,
  user,
  createdAfter,
  createdBefore,
}: ReturnType<typeof cursors.startOf>['criteria']): LedgerFilter => ({
  kind,
  executionId: execution,
  userId: user,
  createdAfter: timeOf('createdAfter', createdAfter),
  createdBefore: timeOf('createdBefore', createdBefore),
});
