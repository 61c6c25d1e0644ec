import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { callAs } from '../../../service/test/support/call.ts';
import { addWorkflow, create, ok, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { startEndpoint } from '../../../service/test/support/webhooks/webhook-endpoint.ts';
import { consoleForTests } from '../support/console.ts';
import { countedInDocs, type Hand, keyboard, mouse, signInBy } from '../support/hands.ts';

const app = consoleForTests();
let isReady = false;
const receivers: Awaited<ReturnType<typeof startEndpoint>>[] = [];
after(() => Promise.all(receivers.map(({ close }) => close())));

/** The path of the organization that all tests work in. */
const organization = async (): Promise<string> => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  return `/v1/organization/${entries[0]?.id}`;
};

const credits = async (): Promise<number> =>
  (await ok(app.service().administrator('GET /v1/organization/balance'))).json<number>();

/** Starts on the sign-in page, signs in and runs the task. */
const perform = async (
  letter: string,
  handFor: (page: Page) => Hand,
  task: (hand: Hand, page: Page) => Promise<void>,
): Promise<void> => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  const hand = handFor(page);
  await signInBy(hand, page);
  await task(hand, page);
  if (handFor === mouse) countedInDocs(letter, hand);
};

const goTo = async (hand: Hand, page: Page, ...links: string[]): Promise<void> => {
  for (const name of links) await hand.press(page.getByRole('link', { name, exact: true }).first());
};

for (const [name, handFor] of Object.entries({ mouse, keyboard })) {
  test(`(e) the administrator sees usage by workflow and tops up, by ${name}`, async () => {
    const { administrator } = app.service();
    if (!isReady) {
      const workflow = await addWorkflow(administrator, { name: 'Autumn packshots', executionPrice: 30 });
      const id = await create(administrator, workflow);
      await untilStatus(administrator, id, 'COMPLETED');
      await until('the usage is summed up', 10_000, async () =>
        (await administrator(`GET ${await organization()}/usage?group=workflow`)).text.includes(
          'Autumn packshots',
        ),
      );
      isReady = true;
    }
    const before = await credits();
    await perform('e', handFor, async (hand, page) => {
      await goTo(hand, page, 'Usage');
      const row = page.getByRole('row', { name: /^Autumn packshots/ });
      await row.waitFor();
      assert.deepEqual(await row.getByRole('cell').allTextContents(), ['Autumn packshots', '30', '1', '0']);
      await hand.press(page.getByRole('button', { name: 'Top up' }));
      await hand.type(page.getByRole('dialog').getByLabel('Credits'), '500');
      await hand.type(page.getByRole('dialog').getByLabel('Note'), 'Invoice 7');
      await hand.press(page.getByRole('button', { name: 'Add credits' }));
      await page.getByText('500 credits added.').waitFor();
      await goTo(hand, page, 'Ledger');
      await page.getByText('Invoice 7').first().waitFor();
      await page.getByRole('cell', { name: '+500' }).first().waitFor();
    });
    assert.equal(await credits(), before + 500);
  });

  test(`(f) a person adds a webhook, finds the delivery that failed, and replays it, by ${name}`, async () => {
    const { administrator } = app.service();
    // 410 ends the attempts, so only the replay can deliver the message.
    let status = 410;
    const receiver = await startEndpoint((response) => void response.writeHead(status).end('{"at": "shop"}'));
    receivers.push(receiver);
    await perform('f', handFor, async (hand, page) => {
      await goTo(hand, page, 'Developers', 'Webhooks');
      await hand.press(page.getByRole('button', { name: 'Add endpoint' }));
      await hand.type(page.getByRole('dialog').getByLabel('URL'), `${receiver.url}/shop`);
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await create(administrator, await addWorkflow(administrator));
      await receiver.received(1);

      await hand.press(page.getByRole('link', { name: `${receiver.url}/shop` }));
      const message = page.getByRole('link', { name: 'execution.completed' });
      await hand.press(message);
      const details = page.getByRole('region', { name: 'execution.completed' });
      await details.getByText('Stopped').waitFor();
      await details.getByText('410', { exact: true }).waitFor();
      await details.getByText('"at": "shop"').waitFor();
      await details.getByText(receiver.deliveries[0]?.headers['webhook-signature'] ?? 'none').waitFor();
      status = 204;
      await hand.press(details.getByRole('button', { name: 'Replay' }));
      await details.getByText('Delivered').waitFor();
      await details.getByText('204', { exact: true }).waitFor();
    });
    const [first, second] = receiver.deliveries;
    assert.deepEqual([second?.id, second?.body], [first?.id, first?.body]);
  });

  test(`(g) an owner invites a reviewer, who joins with this role, by ${name}`, async () => {
    const email = `reviewer-by-${name}@example.com`;
    let link = '';
    await perform('g', handFor, async (hand, page) => {
      await goTo(hand, page, 'Organization');
      await hand.type(page.getByLabel('E-mail'), email);
      const role = page.getByLabel('Role', { exact: true });
      await page.getByText('Uploads images, runs workflows').first().waitFor();
      await hand.choose(role, 'Reviewer');
      await page.getByText('Approves and rejects results. Cannot run workflows.').first().waitFor();
      await hand.press(page.getByRole('button', { name: 'Invite' }));
      link = await page.getByLabel('Invitation link').inputValue();
      // The form is empty again, with the role that it started with.
      assert.deepEqual(
        [await page.getByLabel('E-mail').inputValue(), await role.inputValue()],
        ['', 'operator'],
      );
    });
    const { page } = await app.visit({ as: 'nobody' });
    await page.goto(new URL(link).pathname);
    await page.getByLabel('Your name').fill('Robin');
    await page.getByLabel('Password').fill('orchard lamp chalk');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /^Account menu of Robin/ }).waitFor();
    const session = await page.request.get('/v1/session');
    assert.equal((await session.json()).organization.role, 'reviewer');
  });

  test(`(h) a person connects an app by its code, and sees it in the list, by ${name}`, async () => {
    const program = callAs(app.service().base);
    const form = (fields: Record<string, string>) => ({
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const code = (await ok(program('POST /oauth/device/code', form({ client_id: 'darkroom-cli' })))).json<{
      device_code: string;
      user_code: string;
    }>();
    await perform('h', handFor, async (hand, page) => {
      await goTo(hand, page, 'Developers', 'Connected apps', 'Connect an app');
      await hand.type(page.getByLabel('Code'), code.user_code);
      await hand.press(page.getByRole('button', { name: 'Continue' }));
      await hand.press(page.getByRole('button', { name: 'Confirm' }));
      await page.getByText('is connected').waitFor();
      const redeemed = await program(
        'POST /oauth/token',
        form({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          client_id: 'darkroom-cli',
          device_code: code.device_code,
        }),
      );
      const token = redeemed.json<{ access_token: string }>().access_token;
      assert.equal((await callAs(app.service().base, token)('GET /v1/workflow')).status, 200);
      await goTo(hand, page, 'Developers', 'Connected apps');
      await page
        .getByRole('cell', { name: /^Darkroom command line/ })
        .first()
        .waitFor();
    });
  });
}

test('several messages are replayed at once: those selected, and all that match a filter', async () => {
  const { administrator } = app.service();
  let status = 410;
  const receiver = await startEndpoint((response) => void response.writeHead(status).end());
  receivers.push(receiver);
  const json = { url: receiver.url, events: ['execution.completed'] };
  const { id } = (await ok(administrator(`POST ${await organization()}/webhook-endpoints`, { json }))).json<{
    id: string;
  }>();
  const workflow = await addWorkflow(administrator);
  const contentHash = await upload(administrator);
  for (let count = 0; count < 3; count += 1) await create(administrator, workflow, { contentHash });
  await receiver.received(3);
  status = 204;
  const { page } = await app.visit();
  await page.goto(`/console/developers/deliveries?endpoint=${id}&status=stopped`);
  const choices = page.getByRole('checkbox', { name: /^Select execution.completed/ });
  await until('all three are listed', 10_000, async () => (await choices.count()) === 3);
  await choices.nth(0).check();
  await choices.nth(1).check();
  await page.getByRole('button', { name: 'Replay 2 messages' }).click();
  await page.getByText('2 messages will be sent again.').waitFor();
  await receiver.received(5);
  await until('one is left', 10_000, async () => (await choices.count()) === 1);
  await page.getByRole('button', { name: 'Replay all matches (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay all' }).click();
  await receiver.received(6);
  await page.getByText('No messages match').waitFor();
  await page.getByLabel('Status').selectOption('delivered');
  await until('all are delivered', 10_000, async () => (await choices.count()) === 3);
  assert.match(page.url(), /status=delivered/);
});

test('a test event leads to its delivery, and a rotated secret signs with both secrets', async () => {
  const { administrator } = app.service();
  const receiver = await startEndpoint();
  receivers.push(receiver);
  const json = { url: receiver.url, events: ['credits.low'] };
  await ok(administrator(`POST ${await organization()}/webhook-endpoints`, { json }));
  const { page } = await app.visit();
  await page.goto('/console/developers/webhooks');
  await page.getByRole('button', { name: 'Show secret' }).click();
  const old = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByLabel('The current secret').selectOption('24');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText('Messages are also signed with the previous secret').waitFor();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  assert.notEqual(secret, old);
  await page.getByRole('button', { name: `Send test event ${receiver.url}` }).click();
  const details = page.getByRole('region', { name: 'webhook.test' });
  await details.getByText('Delivered').waitFor();
  const [message] = receiver.deliveries;
  await page.goBack();
  await page.getByText('How to check a signature').click();
  const code = await page.locator('.verify pre').textContent();
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code ?? '')}`);
  for (const key of [old, secret]) assert.equal(isGenuine(message?.headers, message?.body, key), true);
  assert.equal(isGenuine(message?.headers, `${message?.body} `, secret), false);
});

test('usage is split by person and key, as bars, as a table and as CSV; the queue lists the workers', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Counted', executionPrice: 20 });
  await untilStatus(administrator, await create(administrator, workflow), 'COMPLETED');
  await until('the usage is summed up', 10_000, async () =>
    (await administrator(`GET ${await organization()}/usage?group=workflow`)).text.includes('Counted'),
  );
  const { page } = await app.visit();
  await page.goto('/console/usage');
  await page
    .locator('.stat', { hasText: 'Days left' })
    .getByText(/at [\d,]+ credits? a day/)
    .waitFor();
  await page.locator('.stat', { hasText: 'Held' }).waitFor();
  for (const [by, shown] of [
    ['API key', 'Credits by week and API key'],
    ['Person', 'Credits by week and person'],
    ['Workflow', 'Credits by week and workflow'],
  ] as const) {
    await page.getByLabel('Split by').selectOption({ label: by });
    await page.getByRole('img', { name: shown }).locator('rect').first().waitFor();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  assert.match(await readFile(await (await download).path(), 'utf8'), /Counted/);
  await page.goto('/console/usage/queue');
  await page.getByRole('table', { name: 'Workers' }).getByRole('row').nth(1).waitFor();
  await page.getByText(/Lanes in total: \d+\./).waitFor();
  const all = page.getByRole('region', { name: 'All organizations' });
  for (const title of ['Waiting', 'Running', 'Throughput', 'Queue time, median', 'Queue time, p95'])
    await all.locator('.stat', { hasText: title }).getByText(/\d/).first().waitFor();
});
