import type { InvitationId } from '../../../domain/ids.ts';
import { ROLES } from '../../../domain/people/rights.ts';
import type { Invitation } from '../../../ports/people/people.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, TimestampSchema } from '../../server/schemas.ts';

const properties = {
  id: idSchema<InvitationId>('The invitation'),
  email: Type.String(),
  role: Type.Enum([...ROLES]),
  createdAt: TimestampSchema,
  expiresAt: TimestampSchema,
};
export const InvitationSchema = Type.Object(properties);
export const NewInvitationSchema = Type.Object({ ...properties, url: Type.String() });

export const invitationRecord = ({ id, email, role, createdAt, expiresAt }: Invitation) => ({
  ...{ id, email, role },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
