import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { OrganizationId } from '../../../service/src/domain/ids.ts';
import { openBrowser } from '../../../service/test/support/people/browser.ts';
import { join, PASSWORD } from '../../../service/test/support/people/people.ts';
import { addWorkflow, ok, read, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { answerOnce } from '../support/answer-once.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';
import { checkDocumentedClicks, mouse, signInWith } from '../support/input-devices.ts';

// This file is long on purpose: its tests share one service and one browser, and starting those takes longer than
// most tests.

const app = consoleForTests();

/** The time for which a decision can be undone. */
const HELD_MS = 5_000;

const administrator = () => app.service().administrator;

const SQUARE = { id: 'square', component: 'crop', params: { width: 1, height: 1 } };

/** Makes this many results that wait for a reviewer. Returns their ids by name. */
const inReview = async (prefix: string, count: number): Promise<Map<string, string>> => {
  const call = administrator();
  const workflow = await addWorkflow(call, { name: 'Reviewed', qa: 'all', workflowComponents: [SQUARE] });
  const contentHash = await upload(call);
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.jpg`);
  const bodies = names.map((name) => ({ image: { name, contentHash } }));
  const answer = await ok(
    call(`POST /v1/workflow/execution/create-many?workflow=${workflow.id}`, { json: bodies }),
  );
  const ids = answer.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id);
  for (const id of ids) await untilStatus(call, id, 'IN_QA');
  return new Map(names.map((name, index) => [name, ids[index] ?? '']));
};

const shown = (page: Page, name: string) => page.locator('.review-side h2', { hasText: name }).waitFor();
const nameShown = async (page: Page): Promise<string> =>
  (await page.locator('.review-side h2').textContent()) ?? '';
const statusOf = async (id: string | undefined) => (await read(administrator(), id ?? '')).status;
const open = async (page: Page): Promise<void> => {
  await page.goto('/console/review');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
};
/** Waits until all held decisions are sent and answered. */
const sent = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[data-state=held], [data-state=sending]'));

test('(d) twenty results are reviewed by keyboard alone, with a rejection and an undo', async () => {
  const ids = await inReview('lamp', 20);
  const { page } = await app.visit({ as: 'nobody', fresh: true });
  await page.clock.install();
  await page.goto('/');
  const device = mouse();
  await signInWith(device, page);
  await device.press(page.getByRole('link', { name: /^Review/ }));
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  checkDocumentedClicks('d', device);
  await page.getByText('20 left').waitFor();
  const rejected = await nameShown(page);
  await page.keyboard.press('3');
  const [undone] = [await waitForOther(page, rejected)];
  await page.keyboard.press('a');
  const third = await waitForOther(page, undone);
  await page.getByText(`Approved ${undone}`).waitFor();
  await page.keyboard.press('u');
  await shown(page, undone);
  await page.clock.fastForward(HELD_MS);
  await page.waitForFunction(() => document.querySelector('[data-verb=reject][data-state=sent]'));
  assert.equal(await statusOf(ids.get(undone)), 'IN_QA', 'an undone decision is not sent');
  await page.keyboard.press('j');
  await shown(page, third);
  await page.keyboard.press('k');
  await shown(page, undone);
  for (let left = 19; left > 0; left--) {
    const name = await nameShown(page);
    await page.keyboard.press('a');
    if (left > 1) await waitForOther(page, name);
  }
  await page.clock.fastForward(HELD_MS);
  await sent(page);
  const { status, error } = await read(administrator(), ids.get(rejected) ?? '');
  assert.deepEqual([status, error?.code, error?.message], ['FAILED', 'qa_rejected', 'Framing']);
  for (const [name, id] of ids) if (name !== rejected) assert.equal(await statusOf(id), 'COMPLETED', name);
});

/** Waits until another result is in view that needs a decision, and returns its name. */
const waitForOther = async (page: Page, name: string): Promise<string> => {
  await page.waitForFunction(
    (before) =>
      document.querySelector('.review-side h2')?.textContent !== before &&
      document.querySelector('.review-actions .primary'),
    name,
  );
  return nameShown(page);
};

test('a decision is sent at once when the review is left, and undecided results are released', async () => {
  const ids = await inReview('vase', 3);
  const { page } = await app.visit();
  await open(page);
  const name = await nameShown(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  await waitForOther(page, name);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { level: 1, name: 'Executions' }).waitFor();
  await untilStatus(administrator(), ids.get(name) ?? '', 'COMPLETED');
  const claimed = async () =>
    (await ok(administrator()('GET /v1/qa/queue')))
      .json<{ entries: { lease: object | null }[] }>()
      .entries.filter(({ lease }) => lease);
  while ((await claimed()).length > 0);
  await approveAll([...ids.values()]);
});

const approveAll = async (ids: string[]): Promise<void> => {
  for (const id of ids)
    if ((await statusOf(id)) === 'IN_QA')
      await ok(administrator()(`POST /v1/workflow/execution/${id}/approve`));
};

test('two reviewers at once never see the same result', async () => {
  const ids = await inReview('bowl', 12);
  const browser = openBrowser(app.service().base);
  await browser.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { entries } = (await ok(administrator()('GET /v1/organization'))).json<{
    entries: { id: OrganizationId }[];
  }>();
  const { email } = await join(app.service(), browser, entries[0]!.id, 'reviewer');
  const first = await app.visit();
  const second = await app.visit({ as: { email, password: PASSWORD } });
  const desks: string[][] = [];
  for (const { page } of [first, second]) {
    await open(page);
    desks.push(await page.locator('.filmstrip .hidden').allTextContents());
  }
  const all = desks.flat().map((text) => text.trim());
  assert.ok(desks.every((desk) => desk.length > 0));
  assert.equal(new Set(all).size, all.length, 'no result is on both desks');
  await app.leave();
  await approveAll([...ids.values()]);
});

test('a rejection carries the marks with their notes', async () => {
  const ids = await inReview('plate', 1);
  const { page } = await app.visit();
  await open(page);
  await page.locator('.comparison .after').waitFor();
  await page.keyboard.press('m');
  const box = (await page.locator('.comparison .after').boundingBox())!;
  const at = (part: number): [number, number] => [box.x + part * box.width, box.y + part * box.height];
  await page.mouse.move(...at(0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.5));
  await page.mouse.move(...at(0.75));
  await page.mouse.up();
  await page.getByLabel('Note for mark 1').fill('A fold');
  await page.getByLabel('Another reason').fill('Not ironed');
  await page.getByRole('button', { name: 'Reject with this reason' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  const id = ids.get('plate-1.jpg') ?? '';
  await untilStatus(administrator(), id, 'FAILED');
  const reviews = (await ok(administrator()(`GET /v1/workflow/execution/${id}/reviews`))).json<{
    entries: { comment: string; markup: { x: number; width: number; note: string }[] }[];
  }>().entries;
  const [mark] = reviews[0]?.markup ?? [];
  assert.equal(mark?.note, 'A fold');
  assert.ok(Math.abs((mark?.x ?? 0) - 0.25) < 0.02 && Math.abs((mark?.width ?? 0) - 0.5) < 0.03);
});

test('keys show the original, the image at 100 % and other backdrops; the next three results are prefetched', async () => {
  const ids = await inReview('tray', 5);
  const { page } = await app.visit({ fresh: true });
  const traces = new Set<string>();
  page.on('request', (request) => {
    const traced = /execution\/([0-9a-f-]{36})\/trace\?/.exec(request.url())?.[1];
    if (traced) traces.add(traced);
  });
  await open(page);
  const viewer = page.locator('.comparison');
  await viewer.locator('.after').waitFor();
  const mode = await viewer.getAttribute('data-mode');
  await page.keyboard.down('Space');
  await page.locator('.comparison[data-mode=original]').waitFor();
  await page.keyboard.up('Space');
  await page.locator(`.comparison[data-mode=${mode}]`).waitFor();
  await page.keyboard.press('z');
  await page.locator('.zoom output', { hasText: '100 %' }).waitFor();
  const backdrop = await page.locator('.pane').first().getAttribute('data-backdrop');
  await page.keyboard.press('b');
  await page.locator(`.pane:not([data-backdrop=${backdrop}])`).first().waitFor();
  await until('four of the five results are loaded', 10_000, async () => traces.size === 4);
  for (let decisions = 0; decisions < 3; decisions += 1) {
    const name = await nameShown(page);
    await page.keyboard.press('a');
    await waitForOther(page, name);
  }
  await page.getByText(/^\d+ left · [\d.]+ per minute, about \d+ min left$/).waitFor();
  await app.leave();
  await approveAll([...ids.values()]);
});

test('a result is redone with other settings after a preview of them', async () => {
  const ids = await inReview('ladle', 1);
  const id = ids.get('ladle-1.jpg') ?? '';
  const { page } = await app.visit();
  await open(page);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Redo with other settings' });
  await dialog.getByLabel('Height', { exact: true }).fill('2');
  await dialog.getByAltText('Preview').waitFor();
  await dialog.getByRole('button', { name: 'Redo', exact: true }).click();
  await page.getByText('Sent back for a redo ladle-1.jpg').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await until('the settings are those of the redo', 10_000, async () => {
    const { settings } = await read(administrator(), id);
    return JSON.stringify(settings) === '{"square":{"height":2}}';
  });
  await untilStatus(administrator(), id, 'IN_QA');
  await approveAll([id]);
});

test('a decision that the service does not take stays on the page and can be sent again', async () => {
  const ids = await inReview('jug', 2);
  const { page } = await app.visit({ fresh: true });
  await page.clock.install();
  await open(page);
  const name = await nameShown(page);
  await page.route('**/approve?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away for a moment.' } }),
  );
  await page.keyboard.press('a');
  await waitForOther(page, name);
  await page.clock.fastForward(HELD_MS);
  await page.getByRole('alert').getByText('Away for a moment.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilStatus(administrator(), ids.get(name) ?? '', 'COMPLETED');
  await app.leave();
  await approveAll([...ids.values()]);
});

/** Signs in again on the page to which an ended session leads. */
const signInAgain = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

test('a decision made while the browser is offline is sent when it is online again', async () => {
  const ids = await inReview('kettle', 2);
  const { page, context } = await app.visit({ fresh: true });
  await page.clock.install();
  await open(page);
  const name = await nameShown(page);
  await context.setOffline(true);
  await page.keyboard.press('a');
  await waitForOther(page, name);
  await page.clock.fastForward(HELD_MS);
  await page.getByRole('alert').getByText(name).waitFor();
  assert.equal(await statusOf(ids.get(name)), 'IN_QA');
  await context.setOffline(false);
  await untilStatus(administrator(), ids.get(name) ?? '', 'COMPLETED');
  await sent(page);
  await app.leave();
  await approveAll([...ids.values()]);
});

test('a session that ends while deciding loses neither the decision nor a reason that was typed', async () => {
  const ids = await inReview('pan', 2);
  const { page, context } = await app.visit({ as: ADMINISTRATOR, fresh: true });
  await page.clock.install();
  await open(page);
  const decided = await nameShown(page);
  await page.keyboard.press('2');
  const typed = await waitForOther(page, decided);
  await page.getByLabel('Another reason').fill('The lid is missing');
  await context.clearCookies();
  await page.clock.fastForward(HELD_MS);
  await signInAgain(page);
  await untilStatus(administrator(), ids.get(decided) ?? '', 'FAILED');
  await page.getByText('Your last decision is sent.').waitFor();
  await shown(page, typed);
  assert.equal(await page.getByLabel('Another reason').inputValue(), 'The lid is missing');
  await app.leave();
  await approveAll([...ids.values()]);
});

test('when two tabs decide on the same result, the first decision counts and the second tab says so', async () => {
  const ids = await inReview('pot', 1);
  const { page, context } = await app.visit({ fresh: true });
  await open(page);
  const other = await context.newPage();
  await other.clock.install();
  await open(other);
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Close' }).click();
  await untilStatus(administrator(), ids.get('pot-1.jpg') ?? '', 'COMPLETED');
  await other.keyboard.press('1');
  await other.clock.fastForward(HELD_MS);
  await other.getByText('Someone else has decided on this result.').waitFor();
  assert.equal(await statusOf(ids.get('pot-1.jpg')), 'COMPLETED');
});

test('results appear by themselves also after a proxy has answered once in place of the stream', async () => {
  const { page } = await app.visit();
  const stream = await answerOnce(page, '**/v1/qa/stream?*', 502);
  await page.goto('/console/review');
  await page.getByText('Results that wait for a decision appear here automatically.').waitFor();
  await stream.answered;
  const ids = await inReview('jug', 1);
  await shown(page, 'jug-1.jpg');
  await app.leave();
  await approveAll([...ids.values()]);
});

test('on a phone a swipe to the right approves', async () => {
  const ids = await inReview('cup', 2);
  const { page } = await app.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await open(page);
  const name = ((await page.locator('.filmstrip [aria-current=true]').textContent()) ?? '').trim();
  const stage = (await page.locator('.review-stage').boundingBox())!;
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: stage.y + stage.height / 2 }],
    });
  await touch('touchStart', 100);
  await touch('touchMove', 180);
  await touch('touchMove', 290);
  await touch('touchEnd', 290);
  await page.locator('.held').getByText(`Approved ${name}`).waitFor();
  // A decision that is held is sent when the page is left.
  await page.goto('/health');
  await untilStatus(administrator(), ids.get(name) ?? '', 'COMPLETED');
  await approveAll([...ids.values()]);
});
