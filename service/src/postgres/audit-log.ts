import type { AuditEntry, AuditLog } from '../ports/people.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

const LIST = statement<Listed<AuditEntry>>(`
  select counted.total, entry.*
  from (select count(*) as total from audit_log where organization_id = $1) counted
  left join (
    select log.id, log.at, log.user_id as "userId", account.email as "userEmail", log.action, log.subject, log.detail
    from audit_log log left join users account on account.id = log.user_id
    where log.organization_id = $1
    order by log.at desc, log.id desc limit $2 offset $3
  ) entry on true
  order by entry.at desc, entry.id desc`);

const list =
  (run: Run): AuditLog['list'] =>
  async (organizationId, { limit, offset }) =>
    pageOf<AuditEntry>(await run(LIST, [organizationId, limit, offset]));

export const auditLogIn = ({ run }: Database): AuditLog => ({ list: list(run) });
