import assert from 'node:assert/strict';
import type { OrganizationId } from '../../../src/domain/ids.ts';
import { askForCode, redeem } from '../../oauth/client.ts';
import type { Browser } from './browser.ts';

/** A program that this person has connected in the console. */
export const connectDevice = async (
  { base }: { base: string },
  browser: Browser,
  organizationId: OrganizationId,
) => {
  const code = await askForCode(base);
  const confirmed = await browser.post(`/v1/device/${code.user_code}/confirm`, { organizationId });
  assert.equal(confirmed.status, 204, confirmed.text);
  const { status, body } = await redeem(base, code.device_code);
  assert.equal(status, 200);
  return body as { access_token: string; refresh_token: string };
};
