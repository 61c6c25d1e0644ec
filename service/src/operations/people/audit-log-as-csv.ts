import type { OrganizationId } from '../../domain/ids.ts';
import type { AuditEntry, AuditLog } from '../../ports/people.ts';

const PAGE = 1000;
const COLUMNS = ['at', 'userId', 'userEmail', 'action', 'subject', 'detail', 'id'] as const;

/** Writes the audit log as CSV, newest first. New entries shift the pages, so rows of the previous page are skipped. */
export async function* auditLogAsCsv(log: AuditLog, organizationId: OrganizationId): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  const seen = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const { entries } = await log.list(organizationId, { limit: PAGE, offset });
    const fresh = entries.filter(({ id }) => !seen.has(id));
    seen.clear();
    for (const { id } of entries) seen.add(id);
    if (fresh.length > 0) yield fresh.map(rowOf).join('');
    if (entries.length < PAGE) return;
  }
}

const rowOf = (entry: AuditEntry): string => `${COLUMNS.map((name) => cell(entry[name])).join(',')}\r\n`;

const cell = (value: AuditEntry[(typeof COLUMNS)[number]]): string => {
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? value && JSON.stringify(value)
        : value;
  // A spreadsheet would run a cell that begins like a formula.
  const inert = /^[=+\-@\t\r]/.test(text ?? '') ? `'${text}` : (text ?? '');
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
