import { Readable } from 'node:stream';
import { auditLogAsCsv } from '../../../operations/people/audit-log-as-csv.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, queryWith } from '../../server/schemas.ts';
import { AUDIT_PARAMETERS, auditFilterOf } from './filter-query.ts';

export const exportAuditLog = route({
  method: 'GET',
  path: '/organization/:id/audit-log.csv',
  versions: ['v1'],
  action: 'audit-log.read',
  organizationInPath: true,
  summary: 'Returns the audit log as CSV, whole or what matches the filter.',
  schema: { params: OrganizationParams, querystring: queryWith(AUDIT_PARAMETERS) },
  handler: (ports, request, reply) =>
    reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'no-store',
      })
      .send(
        Readable.from(
          auditLogAsCsv(ports.auditLog, request.caller.organizationId, auditFilterOf(request.query)),
        ),
      ),
});
