import { csvRow } from '../../domain/csv.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { AuditFilter, AuditLog } from '../../ports/people/people.ts';

const PAGE = 1000;
const COLUMNS = ['at', 'userId', 'userEmail', 'action', 'subject', 'subjectName', 'detail', 'id'] as const;

/**
 * Writes the audit log as CSV, newest first. Entries that arrive meanwhile shift the pages, so an entry of
 * the previous page can appear again; it is skipped.
 */
export async function* auditLogAsCsv(
  log: AuditLog,
  organizationId: OrganizationId,
  filter: AuditFilter = {},
): AsyncGenerator<string> {
  yield csvRow(COLUMNS);
  const seen = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const { entries } = await log.list(organizationId, { limit: PAGE, offset }, filter);
    const fresh = entries.filter(({ id }) => !seen.has(id));
    seen.clear();
    for (const { id } of entries) seen.add(id);
    if (fresh.length > 0) yield fresh.map((entry) => csvRow(COLUMNS.map((name) => entry[name]))).join('');
    if (entries.length < PAGE) return;
  }
}
