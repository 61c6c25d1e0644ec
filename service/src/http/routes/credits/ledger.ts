import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery } from '../../server/schemas.ts';
import { LedgerEntrySchema, ledgerRecord } from './record.ts';

export const listLedger = route({
  method: 'GET',
  path: '/organization/:id/ledger',
  versions: ['v1'],
  action: 'ledger.read',
  organizationInPath: true,
  summary: 'Lists every movement of credits, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: PageQuery,
    response: { 200: listSchema(LedgerEntrySchema) },
  },
  handler: async (world, request) => {
    const { entries, total } = await world.credits.ledger(request.caller.organizationId, request.query);
    return { entries: entries.map(ledgerRecord), total };
  },
});
