import type { AuditEntry, AuditLog } from '../ports/people/people.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

const MATCHES = `log.organization_id = $1
    and ($4::text is null or log.action = $4 or split_part(log.action, '.', 1) = $4)
    and ($5::uuid is null or log.user_id = $5)
    and ($6::timestamptz is null or log.at >= $6)
    and ($7::timestamptz is null or log.at < $7)`;

/**
 * The name of the execution or batch that an entry is about; null once that is deleted. The subject of these
 * entries is always a UUID.
 */
const SUBJECT_NAME = `case split_part(entry.action, '.', 1)
    when 'execution' then (select input_file_name from executions where id = entry.subject::uuid)
    when 'batch' then (select name from batches where organization_id = $1 and id = entry.subject::uuid)
  end`;

const LIST = statement<Listed<AuditEntry>>(`
  select counted.total, entry.*, ${SUBJECT_NAME} as "subjectName"
  from (select count(*) as total from audit_log log where ${MATCHES}) counted
  left join (
    select log.id, log.at, log.user_id as "userId", account.email as "userEmail", log.action, log.subject, log.detail
    from audit_log log left join users account on account.id = log.user_id
    where ${MATCHES}
    order by log.at desc, log.id desc limit $2 offset $3
  ) entry on true
  order by entry.at desc, entry.id desc`);

const list =
  (run: Run): AuditLog['list'] =>
  async (organizationId, { limit, offset }, { action, user, createdAfter, createdBefore } = {}) => {
    const filter = [action ?? null, user ?? null, createdAfter ?? null, createdBefore ?? null];
    return pageOf<AuditEntry>(await run(LIST, [organizationId, limit, offset, ...filter]));
  };

export const auditLogIn = ({ run }: Database): AuditLog => ({ list: list(run) });
