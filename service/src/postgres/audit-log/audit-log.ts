import type { AuditLog } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { list } from './list.ts';

export const auditLogIn = ({ run }: Database): AuditLog => ({ list: list(run) });
