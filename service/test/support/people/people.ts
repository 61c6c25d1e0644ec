import assert from 'node:assert/strict';
import type { OrganizationId, UserId } from '../../../src/domain/ids.ts';
import type { Role } from '../../../src/domain/people/rights.ts';
import { secretHash } from '../../../src/domain/people/secret-hash.ts';
import { csrfToken } from '../../../src/operations/people/describe-session.ts';
import { hashPassword } from '../../../src/operations/people/hash-password.ts';
import { newSecret } from '../../../src/operations/people/new-secret.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { acceptAsNew } from '../../../src/postgres/people/invitations.ts';
import { sessionsIn } from '../../../src/postgres/people/sessions.ts';
import { ADMIN, type Browser, openBrowser } from './browser.ts';

export const PASSWORD = 'a password of some length';
const SESSION_SECONDS = 3_600;
let people = 0;

type Service = { base: string; database: { database: Database } };

/** Opens a browser in which a person is signed in. This skips the password, whose hash would take 50 ms. */
export const signedIn = async (
  { base, database: { database } }: Service,
  userId: UserId,
): Promise<Browser> => {
  const { secret, hash } = newSecret();
  const begun = await sessionsIn(database, { idleSeconds: SESSION_SECONDS }).begin({
    ...{ userId, tokenHash: hash, address: '127.0.0.1', lifetimeSeconds: SESSION_SECONDS },
    ...{ replaces: undefined, passwordHash: undefined },
  });
  assert.ok(begun);
  return openBrowser(base, { token: secret, csrfToken: csrfToken(secret) });
};

const FIND_USER = statement<{ id: UserId }>('select id from users where email = $1');

/** The administrator, signed in. */
export const administrator = async (service: Service): Promise<Browser> => {
  const [user] = await service.database.database.run(FIND_USER, [ADMIN.email]);
  return signedIn(service, user!.id);
};

let hashOfPassword: Promise<string> | undefined;

export type Person = { browser: Browser; userId: UserId; email: string };

/** Someone who was invited into an organization, and has accepted with `PASSWORD`. */
export const join = async (
  service: Service,
  by: Browser,
  organizationId: OrganizationId,
  role: Role,
): Promise<Person> => {
  people += 1;
  const email = `${role}-${people}@example.com`;
  const invited = await by.post(`/v1/organization/${organizationId}/invitations`, { email, role });
  assert.equal(invited.status, 201, invited.text);
  const token = String(invited.body['url']).split('/').at(-1)!;
  hashOfPassword ??= hashPassword(PASSWORD);
  const accept = acceptAsNew(service.database.database);
  const userId = await accept(secretHash(token), `${role} ${people}`, await hashOfPassword);
  assert.ok(userId);
  return { browser: await signedIn(service, userId), userId, email };
};

/** An organization of its own, whose owner is the administrator. */
export const newOrganization = async (by: Browser, name: string): Promise<OrganizationId> => {
  const created = await by.post('/v1/organization', { name });
  assert.equal(created.status, 201, created.text);
  return (created.body as { id: OrganizationId }).id;
};
