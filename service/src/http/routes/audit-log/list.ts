import type { UserId } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  idSchema,
  listSchema,
  nullable,
  OrganizationParams,
  pageQueryWith,
  TimestampSchema,
} from '../../server/schemas.ts';
import { AUDIT_PARAMETERS, auditFilterOf } from './filter-query.ts';

const AuditEntrySchema = Type.Object({
  id: idSchema<string>('The entry'),
  at: TimestampSchema,
  userId: nullable(idSchema<UserId>('The user')),
  userEmail: nullable(Type.String()),
  action: Type.String(),
  subject: Type.String(),
  subjectName: nullable(
    Type.String({
      description:
        'File name of the execution, or name of the batch; null for other subjects and for what was deleted',
    }),
  ),
  detail: Type.Object({}, { additionalProperties: true }),
});

export const listAuditLog = route({
  method: 'GET',
  path: '/organization/:id/audit-log',
  versions: ['v1'],
  action: 'audit-log.read',
  organizationInPath: true,
  summary: 'Lists the audit log of the organization, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: pageQueryWith(AUDIT_PARAMETERS),
    response: { 200: listSchema(AuditEntrySchema) },
  },
  handler: async (ports, request) => {
    const { entries, total } = await ports.auditLog.list(
      request.caller.organizationId,
      request.query,
      auditFilterOf(request.query),
    );
    return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })), total };
  },
});
