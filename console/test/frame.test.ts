import { test } from 'node:test';
import { addWorkflow, create, ok, untilStatus } from '../../service/test/support/tenant.ts';
import { consoleForTests } from './support/console.ts';

const app = consoleForTests();

test('Ctrl-K finds pages, workflows, batches and file names, by keyboard alone', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Quokka on white' });
  const id = await create(administrator, workflow, { name: 'quokka-17.jpg' });
  await ok(administrator('POST /v1/batch', { json: { name: 'Quokka week' } }));
  const { page } = await app.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').waitFor();
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type(text);
  };
  await search('batch');
  await page.getByRole('option', { name: 'Batches', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await search('webh');
  await page.getByRole('option', { name: 'Webhooks', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/developers/webhooks');
  await search('quokka');
  for (const found of ['Quokka on white', 'Quokka week', 'quokka-17.jpg'])
    await page.getByRole('option', { name: found }).first().waitFor();
  await page.getByRole('option', { name: 'quokka-17.jpg' }).click();
  await page.waitForURL(`**/console/execution/${id}`);
});

test('the navigation shows how many results wait for a reviewer', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Looked at by people', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'waits.jpg' });
  await untilStatus(administrator, id, 'IN_QA');
  const { page } = await app.visit();
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Review 1 waiting' })
    .waitFor();
  await page.getByRole('link', { name: '1 in review' }).waitFor();
});

test('on a phone the pages are in a menu, which closes behind the one that was chosen', async () => {
  const { page } = await app.visit({ viewport: { width: 390, height: 844 } });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workflows' });
  await menu.click();
  await link.click();
  await page.getByRole('heading', { name: 'Workflows' }).waitFor();
  await link.waitFor({ state: 'hidden' });
  await menu.click();
  await link.waitFor();
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'hidden' });
  await menu.click();
  await page.mouse.click(200, 800);
  await link.waitFor({ state: 'hidden' });
  await menu.click();
  await link.click();
  await link.waitFor({ state: 'hidden' });
});
