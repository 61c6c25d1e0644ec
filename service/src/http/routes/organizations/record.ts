import type { OrganizationId, UserId } from '../../../domain/ids.ts';
import { ROLES } from '../../../domain/people/rights.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema } from '../../server/schemas.ts';

export const MemberSchema = Type.Object({
  userId: idSchema<UserId>('The user'),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
});

export const OrganizationSchema = Type.Object(
  {
    id: idSchema<OrganizationId>('The organization'),
    version: idSchema<string>('The version'),
    name: Type.String(),
    members: Type.Array(MemberSchema),
  },
  { $id: 'Organization' },
);
