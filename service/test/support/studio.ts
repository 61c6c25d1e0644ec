import { uuidv7 } from 'uuidv7';
import type { OrganizationId, UserId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import { type Database, statement } from '../../src/postgres/connection/database.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';

export type Studio = { organizationId: OrganizationId; userId: UserId };

const ADD_USER = statement(
  "insert into users (id, email, name) values ($1, $1::uuid || '@example.com', 'Kim')",
);
const ADD_MEMBER = statement('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)');

export const addUser = async (database: Database): Promise<UserId> => {
  const userId = uuidv7() as UserId;
  await database.run(ADD_USER, [userId]);
  return userId;
};

export const addMember = async (
  database: Database,
  organizationId: OrganizationId,
  role: Role,
): Promise<UserId> => {
  const userId = await addUser(database);
  await database.run(ADD_MEMBER, [organizationId, userId, role]);
  return userId;
};

/** An organization of its own for one test, with its owner and some credits. */
export const openStudio = async (database: Database, credits = 0): Promise<Studio> => {
  const userId = await addUser(database);
  const { id: organizationId } = await organizationsIn(database).create('Studio', userId);
  if (credits > 0) await creditsIn(database).grant(organizationId, credits, 'To begin with', userId);
  return { organizationId, userId };
};
