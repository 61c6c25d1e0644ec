import { uuidv7 } from 'uuidv7';
import type { AttemptTrace } from '../../src/domain/executions/trace.ts';
import type {
  ContentHash,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import type { NewExecution } from '../../src/ports/executions.ts';
import { type Database, statement } from '../../src/postgres/connection/database.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';

export type TestOrganization = { organizationId: OrganizationId; userId: UserId };

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
export const makeOrganization = async (database: Database, credits = 0): Promise<TestOrganization> => {
  const userId = await addUser(database);
  const { id: organizationId } = await organizationsIn(database).create('Test', userId);
  if (credits > 0) await creditsIn(database).grant(organizationId, credits, '', userId);
  return { organizationId, userId };
};

export const TRACE: AttemptTrace = {
  attempt: 1,
  input: { joinedWith: 0 },
  steps: [{ ms: 1.5, width: 1, height: 1 }],
};

/** A result as a lane reports it. */
export const RESULT = {
  hash: 'b'.repeat(64) as ContentHash,
  format: 'jpeg' as const,
  contentType: 'image/jpeg',
  width: 10,
  height: 10,
  bytes: 100,
  crc32: 0,
};

export const HASH = 'a'.repeat(64) as ContentHash;

/** An execution of no workflow in particular. */
export const newExecution = (
  { organizationId, userId }: TestOrganization,
  given: Partial<NewExecution> = {},
): NewExecution => ({
  id: uuidv7() as ExecutionId,
  organizationId,
  userId,
  workflowId: uuidv7() as WorkflowId,
  workflowVersion: uuidv7() as WorkflowVersionId,
  workflowName: 'Test',
  apiKeyId: null,
  inputs: { default: { name: 'shoe.jpg', contentHash: HASH, contentType: 'image/jpeg' } },
  settings: {},
  labels: {},
  webhooks: [],
  priceInCredits: 1,
  ...given,
});
