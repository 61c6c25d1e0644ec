import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { addWorkflow, create, ok, until, upload } from '../../../service/test/support/tenant.ts';
import type { Console } from './console.ts';

export type NamedPage = {
  name: string;
  path: string;
  /** In front of the door: opened by nobody in particular. */
  door?: true;
  act?: (page: Page) => Promise<void>;
};

const SAMPLES = join(import.meta.dirname, '../../../service/samples');

/** Pictures, people, keys and devices, so that every page has something to show. */
export const furnish = async ({ service }: Console): Promise<{ pages: NamedPage[] }> => {
  const { administrator } = service;
  const [studio] = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>()
    .entries;
  const organization = `/v1/organization/${studio?.id}`;
  const mug = await upload(administrator, await readFile(join(SAMPLES, 'mug.jpg')));
  const { entries: workflows } = (await ok(administrator('GET /v1/workflow'))).json<{
    entries: { id: string; name: string }[];
  }>();
  const named = (name: string) => workflows.find((one) => one.name === name) ?? { id: '' };

  const names = ['mug-front.jpg', 'mug-side.jpg', 'mug-handle.jpg', 'mug-top.jpg', 'mug-detail.jpg'];
  const made: string[] = [];
  for (const [index, name] of names.entries())
    made.push(
      await create(administrator, named(index % 2 ? 'Web resize' : 'Packshot on white'), {
        contentHash: mug,
        name,
      }),
    );
  for (const id of made) await until(administrator, id, 'COMPLETED');
  const reviewed = await addWorkflow(administrator, { name: 'Packshot with review', qa: 'all' });
  const inReview = await create(administrator, reviewed, { contentHash: mug, name: 'mug-campaign.jpg' });
  await until(administrator, inReview, 'IN_QA');
  const dear = await addWorkflow(administrator, { name: 'Retouching by hand', executionPrice: 1_000_000 });
  await create(administrator, dear, { contentHash: mug, name: 'mug-billboard.jpg' });
  // Out of the list, so that the first one is what a new user finds there.
  for (const { id } of [reviewed, dear]) await ok(administrator(`DELETE /v1/workflow/${id}`));

  await ok(administrator(`POST ${organization}/keys`, { json: { name: 'Shop import', role: 'operator' } }));
  await ok(administrator(`POST ${organization}/keys`, { json: { name: 'Night batch', role: 'operator' } }));
  const invitation = (
    await ok(
      administrator(`POST ${organization}/invitations`, {
        json: { email: 'kim@example.com', role: 'reviewer' },
      }),
    )
  ).json<{ url: string }>();
  const { user_code: userCode } = (
    await ok(
      administrator('POST /oauth/device/code', {
        body: 'client_id=darkroom-cli',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    )
  ).json<{ user_code: string }>();

  return {
    pages: [
      { name: 'sign-in', path: '/console/sign-in', door: true },
      { name: 'invitation', path: new URL(invitation.url).pathname, door: true },
      { name: 'reset', path: '/console/reset/unknown', door: true },
      { name: 'not-found', path: '/console/nowhere', door: true },
      { name: 'reference', path: '/docs', door: true },
      { name: 'home', path: '/' },
      { name: 'compare', path: '/', act: runTheMug },
      { name: 'execution', path: `/console/execution/${made.at(-1)}` },
      { name: 'review', path: `/console/execution/${inReview}` },
      { name: 'members', path: '/console/organization' },
      { name: 'keys', path: '/console/organization/keys' },
      { name: 'devices', path: '/console/organization/devices' },
      { name: 'audit-log', path: '/console/organization/audit-log' },
      { name: 'programs', path: '/console/organization/programs' },
      { name: 'connect-a-device', path: `/activate?user_code=${userCode}`, act: untilDetails },
      { name: 'account', path: '/console/account' },
    ],
  };
};

const untilDetails = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm' }).waitFor();

const runTheMug = async (page: Page): Promise<void> => {
  await page.getByLabel(/Drop a picture here/).setInputFiles(join(SAMPLES, 'mug.jpg'));
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('slider').waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
};
