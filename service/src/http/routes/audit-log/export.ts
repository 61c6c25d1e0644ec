import { Readable } from 'node:stream';
import { auditLogAsCsv } from '../../../operations/people/audit-log-as-csv.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery } from '../../server/schemas.ts';

export const exportAuditLog = route({
  method: 'GET',
  path: '/organization/:id/audit-log.csv',
  versions: ['v1'],
  action: 'audit-log.read',
  organizationInPath: true,
  summary: 'Returns the whole audit log as CSV.',
  schema: { params: OrganizationParams, querystring: PlainQuery },
  handler: (world, request, reply) =>
    reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'no-store',
      })
      .send(Readable.from(auditLogAsCsv(world.auditLog, request.caller.organizationId))),
});
