import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sharp } from '../../../service/src/components/files/sharp-setup.ts';
import type { OrganizationId } from '../../../service/src/domain/ids.ts';
import { openBrowser } from '../../../service/test/support/people/browser.ts';
import { connectDevice } from '../../../service/test/support/people/device.ts';
import { join as joinAs } from '../../../service/test/support/people/people.ts';
import type { Service } from '../../../service/test/support/service.ts';
import { addWorkflow, create, ok, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { ADMINISTRATOR } from './console.ts';
import { untilSettled } from './until-settled.ts';

export type NamedPage = {
  name: string;
  path: string;
  /** True for a page that is opened by a visitor who is not signed in. */
  signedOut?: true;
  act?: (page: Page) => Promise<void>;
};

const SAMPLES = join(import.meta.dirname, '../../../service/samples');
const MUG = join(SAMPLES, 'mug.jpg');
const GLAZES = [0, 130, 200, 290, 40];
const LAST_STEP = { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } };
const cutOutBy = (method: string) => [
  { id: 'cut-out', component: 'remove-background', params: { method } },
  { id: 'crop', component: 'crop-to-subject', params: {} },
  { id: 'shadow', component: 'shadow', params: { kind: 'contact' } },
  {
    id: 'canvas',
    component: 'canvas',
    params: { width: 1600, height: 1600, margin: 8, enlarge: true },
  },
  LAST_STEP,
];

/**
 * Adds images, people, keys and devices, so that every page has something to show. Tests that do not look at the
 * images save time with a small `width` and the method `studio`, which needs no model.
 */
export const addSampleData = async (
  service: Service,
  { width, method }: { width: number; method: 'auto' | 'studio' },
): Promise<{ pages: NamedPage[] }> => {
  const { administrator } = service;
  const [organization] = (await ok(administrator('GET /v1/organization'))).json<{
    entries: { id: string }[];
  }>().entries;
  const organizationPath = `/v1/organization/${organization?.id}`;
  // The same mug in several glazes, as a studio would shoot a series.
  const glazes = await Promise.all(
    GLAZES.map(async (hue) =>
      upload(
        administrator,
        await sharp(MUG).resize({ width }).modulate({ hue }).jpeg({ quality: 90 }).toBuffer(),
      ),
    ),
  );
  const mug = glazes[0] ?? '';
  const { entries: workflows } = (await ok(administrator('GET /v1/workflow'))).json<{
    entries: { id: string; name: string }[];
  }>();
  const named = (name: string) => workflows.find((one) => one.name === name) ?? { id: '' };

  const cutOut = await addWorkflow(administrator, {
    name: 'Cut-out on white',
    workflowComponents: cutOutBy(method),
  });
  const names = ['mug-teal.jpg', 'mug-plum.jpg', 'mug-rust.jpg', 'mug-moss.jpg', 'mug-slate.jpg'];
  const made: string[] = [];
  for (const [index, name] of names.entries())
    made.push(
      await create(administrator, index === 1 ? named('Web resize') : cutOut, {
        contentHash: glazes[index] ?? mug,
        name,
      }),
    );
  for (const id of made) await untilStatus(administrator, id, 'COMPLETED');
  const { id: batch } = (
    await ok(administrator('POST /v1/batch', { json: { name: 'Autumn mugs', expected: names.length } }))
  ).json<{ id: string }>();
  const inBatch: string[] = [];
  for (const [index, name] of names.entries())
    inBatch.push(
      await create(administrator, named('Web resize'), {
        ...{ contentHash: glazes[index] ?? mug, name, labels: { service_batch_id: batch } },
      }),
    );
  for (const id of inBatch) await untilStatus(administrator, id, 'COMPLETED');
  const reviewed = await addWorkflow(administrator, {
    ...{ name: 'Cut-out with review', qa: 'all', workflowComponents: cutOutBy(method) },
  });
  const inReview = await create(administrator, reviewed, { contentHash: mug, name: 'mug-campaign.jpg' });
  await untilStatus(administrator, inReview, 'IN_QA');
  const dear = await addWorkflow(administrator, { name: 'Retouching by hand', executionPrice: 1_000_000 });
  await create(administrator, dear, { contentHash: mug, name: 'mug-billboard.jpg' });
  const resized = named('Web resize').id;
  const { workflowComponents } = (await ok(administrator(`GET /v1/workflow/${resized}`))).json<{
    workflowComponents: { id: string; params: object }[];
  }>();
  const sharper = workflowComponents.map((step) =>
    step.id === 'webp' ? { ...step, params: { ...step.params, quality: 88 } } : step,
  );
  const version = { name: 'Web resize', workflowComponents: sharper };
  await ok(administrator(`PUT /v1/workflow/${resized}`, { json: version }));
  // Removes these workflows, so that the first one in the list is the one that a new user finds there.
  for (const { id } of [reviewed, dear, cutOut]) await ok(administrator(`DELETE /v1/workflow/${id}`));

  await ok(
    administrator(`POST ${organizationPath}/keys`, { json: { name: 'Shop import', role: 'operator' } }),
  );
  await ok(
    administrator(`POST ${organizationPath}/keys`, { json: { name: 'Night batch', role: 'operator' } }),
  );
  const invitation = (
    await ok(
      administrator(`POST ${organizationPath}/invitations`, {
        json: { email: 'kim@example.com', role: 'reviewer' },
      }),
    )
  ).json<{ url: string }>();
  const browser = openBrowser(service.base);
  await browser.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const organizationId = organization?.id as OrganizationId;
  for (const role of ['operator', 'reviewer'] as const) {
    const member = await joinAs(service, browser, organizationId, role);
    await connectDevice(service, member.browser, organizationId);
  }
  const endpoint = { url: 'http://127.0.0.1:9/nobody-listens', events: ['execution.*', 'batch.completed'] };
  const { id: endpointId } = (
    await ok(administrator(`POST ${organizationPath}/webhook-endpoints`, { json: endpoint }))
  ).json<{ id: string }>();
  await ok(administrator(`POST ${organizationPath}/webhook-endpoints/${endpointId}/test`));
  const shownOnHome = method === 'auto' ? 'Packshot on white' : 'Web resize';
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
      { name: 'sign-in', path: '/console/sign-in', signedOut: true },
      { name: 'invitation', path: new URL(invitation.url).pathname, signedOut: true },
      { name: 'reset', path: '/console/reset/unknown', signedOut: true },
      { name: 'access-ended', path: '/console/access-ended', signedOut: true },
      { name: 'not-found', path: '/console/nowhere', signedOut: true },
      { name: 'reference', path: '/docs', signedOut: true, act: openFirstCall },
      { name: 'home', path: '/' },
      { name: 'tray', path: '/', act: chooseMany },
      { name: 'palette', path: '/console/usage', act: openPalette },
      { name: 'shortcuts', path: '/console/usage', act: openShortcuts },
      { name: 'batches', path: '/console/batches' },
      { name: 'batch', path: `/console/batches/${batch}` },
      { name: 'compare', path: '/', act: (page) => runTheMug(page, shownOnHome) },
      { name: 'execution', path: `/console/execution/${made.at(-1)}` },
      { name: 'steps', path: `/console/execution/${made.at(-1)}`, act: openSteps },
      { name: 'in-review', path: `/console/execution/${inReview}` },
      { name: 'executions', path: '/console/executions' },
      { name: 'executions-grid', path: '/console/executions?view=grid' },
      { name: 'review', path: '/console/review', act: untilDesk },
      { name: 'workflows', path: '/console/workflows' },
      { name: 'new-workflow', path: '/console/workflows/new?template=thumbnail-20k' },
      { name: 'workflow-editor', path: `/console/workflows/${resized}?step=resize`, act: untilPreview },
      { name: 'workflow-versions', path: `/console/workflows/${resized}/versions`, act: untilCompared },
      { name: 'members', path: '/console/organization' },
      { name: 'quick-start', path: '/console/developers' },
      { name: 'keys', path: '/console/developers/keys' },
      { name: 'webhooks', path: '/console/developers/webhooks' },
      { name: 'deliveries', path: '/console/developers/deliveries', act: openDelivery },
      { name: 'apps', path: '/console/developers/apps' },
      { name: 'developers-reference', path: '/console/developers/reference', act: openFirstCall },
      { name: 'usage', path: '/console/usage' },
      { name: 'ledger', path: '/console/usage/ledger' },
      { name: 'queue', path: '/console/usage/queue' },
      { name: 'audit-log', path: '/console/organization/audit-log' },
      { name: 'settings', path: '/console/organization/settings' },
      { name: 'connect-a-device', path: `/activate?user_code=${userCode}`, act: untilDetails },
      { name: 'account', path: '/console/account' },
    ],
  };
};

/** Chooses the sample photos, one of them twice, and a file that is no image. */
const chooseMany = async (page: Page): Promise<void> => {
  const photos = await Promise.all(
    ['mug', 'bottle', 'carton', 'dress', 'stoneware', 'tumbler'].map(async (name) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await readFile(join(SAMPLES, `${name}.jpg`)),
    })),
  );
  const copy = { ...photos[0]!, name: 'mug-copy.jpg' };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Send these today.') };
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...photos, copy, notes]);
  await page.getByText('Duplicate of mug.jpg').waitFor();
  await page.getByRole('button', { name: 'Run 6' }).waitFor();
  await untilSettled(page);
};

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type('mug');
  await page.getByRole('option', { name: /^mug-/ }).first().waitFor();
};

const openShortcuts = async (page: Page): Promise<void> => {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
};

const openFirstCall = async (page: Page): Promise<void> => {
  await page.locator('.operation summary').first().click();
  await page.locator('.operation .inside').first().waitFor();
};

const untilDetails = (page: Page): Promise<void> => page.getByRole('button', { name: 'Confirm' }).waitFor();

const openDelivery = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'webhook.test' }).first().click();
  await page.getByRole('region', { name: 'webhook.test' }).getByText('Attempts').waitFor();
  await untilSettled(page);
};

const untilDesk = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.locator('.comparison .after').waitFor();
};

const untilPreview = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Preview' })
    .getByRole('img', { name: /after resize/ })
    .waitFor();

const untilCompared = (page: Page): Promise<void> =>
  page
    .getByRole('img', { name: /^Difference of the versions/ })
    .first()
    .waitFor();

const openSteps = async (page: Page): Promise<void> => {
  await page.getByText('Steps', { exact: true }).click();
  const last = page.getByAltText(`After ${LAST_STEP.id}`);
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('.waterfall img')].map((image) => image.decode()),
    ),
  );
};

const runTheMug = async (page: Page, workflow: string): Promise<void> => {
  await page.getByLabel('Workflow').selectOption({ label: workflow });
  await page.getByLabel(/Drop an image here/).setInputFiles(join(SAMPLES, 'mug.jpg'));
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('slider').waitFor();
  await page.mouse.move(0, 0);
  await untilSettled(page);
};
