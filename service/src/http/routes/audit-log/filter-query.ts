import type { UserId } from '../../../domain/ids.ts';
import type { AuditFilter } from '../../../ports/people/people.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { timeOf, timeSchema } from '../../requests/time-parameter.ts';
import { idSchema } from '../../server/schemas.ts';

/** The query parameters that choose entries of the audit log. */
export const AUDIT_PARAMETERS = {
  action: Type.Optional(
    Type.String({
      description: 'Only entries with this action, such as key.create, or with this first part, such as key',
    }),
  ),
  user: Type.Optional(idSchema<UserId>('The user')),
  createdAfter: Type.Optional(timeSchema('Only entries made at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only entries made before this time')),
};

const FilterSchema = Type.Object(AUDIT_PARAMETERS);

/** Reads the filter from the query parameters. */
export const auditFilterOf = ({
  action,
  user,
  createdAfter,
  createdBefore,
}: Static<typeof FilterSchema>): AuditFilter => ({
  action,
  user,
  createdAfter: timeOf('createdAfter', createdAfter),
  createdBefore: timeOf('createdBefore', createdBefore),
});
