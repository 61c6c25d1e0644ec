import assert from 'node:assert/strict';
import type { OrganizationId, UserId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import { type Browser, openBrowser } from './browser.ts';

export const PASSWORD = 'a password of some length';
let people = 0;

/** The administrator, signed in. */
export const administrator = async ({ base }: { base: string }): Promise<Browser> => {
  const browser = openBrowser(base);
  assert.equal((await browser.signIn()).status, 200);
  return browser;
};

export type Person = { browser: Browser; userId: UserId; email: string };

/** Someone who was invited into an organization and has accepted. */
export const join = async (
  { base }: { base: string },
  by: Browser,
  organizationId: OrganizationId,
  role: Role,
): Promise<Person> => {
  people += 1;
  const email = `${role}-${people}@example.com`;
  const invited = await by.post(`/v1/organization/${organizationId}/invitations`, { email, role });
  assert.equal(invited.status, 201, invited.text);
  const token = String(invited.body['url']).split('/').at(-1);
  const browser = openBrowser(base);
  const accepted = await browser.post(`/v1/invitation/${token}`, {
    name: `${role} ${people}`,
    password: PASSWORD,
  });
  assert.equal(accepted.status, 200, accepted.text);
  return { browser, userId: (accepted.body as { user: { id: UserId } }).user.id, email };
};

/** An organization of its own, whose owner is the administrator. */
export const newOrganization = async (by: Browser, name: string): Promise<OrganizationId> => {
  const created = await by.post('/v1/organization', { name });
  assert.equal(created.status, 201, created.text);
  return (created.body as { id: OrganizationId }).id;
};
