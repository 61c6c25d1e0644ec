import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { addWorkflow, create, ok } from '../../service/test/support/tenant.ts';
import { consoleForTests } from './support/console.ts';
import { furnish, type NamedPage } from './support/furnish.ts';
import { pagePaths } from './support/page-paths.ts';
import { settled } from './support/settled.ts';

const MAX_FIRST_LOAD_BYTES = 180_000;
const MAX_PAGE_BYTES = 120_000;

const app = consoleForTests();

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only rules whose outcome depends on the theme: the document itself is the same in both themes. */
const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The serious findings of axe, by rule and element. */
const findings = async (page: Page, options: RunOptions = {}): Promise<string[]> => {
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...options,
      }),
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const tooSmallToTouch = (page: Page): Promise<{ words: string | undefined; height: number }[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, select, .button, nav a, input:not(.hidden):not([type=radio])',
      ),
    ]
      .filter((element) => element.offsetParent !== null && !element.closest('label'))
      .map((element) => ({
        words: element.textContent?.trim(),
        height: element.getBoundingClientRect().height,
      }))
      .filter(({ height }) => height > 0 && height < 43.5),
  );

/** The cards of a batch that the next row would cover, with the longest status and time. Changes the page. */
const coveredCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    for (const status of document.querySelectorAll('.image-row .status'))
      status.textContent = 'Credits needed';
    for (const time of document.querySelectorAll('.image-row time')) time.textContent = '29 days ago';
    const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('.image-row .frame-text')].filter(
      (text) => bottomOf(text) > bottomOf(text.closest('.image-row')),
    ).length;
  });

/** The compressed bytes of the scripts and stylesheets that the page has loaded, by address; also of those in the cache. */
const codeOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.(js|css)$/.test(name))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
    ),
  );

const hasInter = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Inter') && status === 'loaded'),
  );

type Seen = NamedPage & {
  title: string;
  isInInter: boolean;
  code: Record<string, number>;
  light: string[];
  dark: string[];
  tooWide: number;
  coveredCards: number;
  tooSmall: { words: string | undefined; height: number }[];
};

const look = async (page: Page, named: NamedPage): Promise<Seen> => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(named.path);
  await settled(page);
  await named.act?.(page);
  await page.evaluate(axe);
  const light = await findings(page);
  const [title, isInInter, code] = [await page.title(), await hasInter(page), await codeOf(page)];
  const [tooWide, tooSmall] = [await pixelsTooWide(page), await tooSmallToTouch(page)];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, COLOUR_RULES);
  const covered = await coveredCards(page);
  return { ...named, title, isInInter, code, light, dark, tooWide, tooSmall, coveredCards: covered };
};

const lookAtAll = async (): Promise<Seen[]> => {
  const viewport = { width: 390, height: 844 };
  const behind = await app.visit({ viewport });
  const before = await app.visit({ viewport, as: 'nobody' });
  const { pages } = await furnish(app.service(), { width: 400, method: 'studio' });
  const seen: Seen[] = [];
  for (const named of pages) seen.push(await look((named.signedOut ? before : behind).page, named));
  await app.leave();
  return seen;
};
/** Each page as a phone shows it, opened once for all tests below. */
let looked: Promise<Seen[]> | undefined;
const onAPhone = (): Promise<Seen[]> => {
  looked ??= lookAtAll();
  return looked;
};

test('the tests of this file look at every page', async () => {
  const seen = (await onAPhone()).map(({ path }) => new URL(path, 'http://console').pathname);
  const paths = pagePaths();
  assert.ok(paths.length > 25, `${paths}`);
  for (const path of paths) {
    const pattern = new RegExp(`^(/console)?${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`);
    assert.ok(
      seen.some((one) => pattern.test(one)),
      `${path} is not among the pages of furnish.ts`,
    );
  }
});

for (const theme of ['light', 'dark'] as const)
  test(`no page has a serious finding of axe in the ${theme} theme`, async () => {
    for (const { name, [theme]: found } of await onAPhone()) assert.deepEqual(found, [], name);
  });

test('the title of every page names it, and its text is in the font that comes with it', async () => {
  for (const { name, title, isInInter } of await onAPhone()) {
    assert.match(title, /^.{3,} · Darkroom$/, name);
    assert.ok(isInInter, name);
  }
});

test('the first load is at most 180 kB of code, and no other page needs more than 120 kB on top', async (t) => {
  const seen = await onAPhone();
  const first = seen.find(({ name }) => name === 'home')?.code ?? {};
  const sizeOf = (code: Record<string, number>) => Object.values(code).reduce((sum, size) => sum + size, 0);
  assert.ok(sizeOf(first) > 100_000 && sizeOf(first) <= MAX_FIRST_LOAD_BYTES, `${sizeOf(first)} bytes`);
  let most = { name: '', bytes: 0 };
  for (const { name, code } of seen) {
    const bytes = sizeOf(Object.fromEntries(Object.entries(code).filter(([file]) => !(file in first))));
    assert.ok(bytes <= MAX_PAGE_BYTES, `${name} loads ${bytes} bytes more`);
    if (bytes > most.bytes) most = { name, bytes };
  }
  t.diagnostic(
    `first ${(sizeOf(first) / 1000).toFixed(1)} kB, ${most.name} ${(most.bytes / 1000).toFixed(1)} kB more`,
  );
});

test('no page is wider than a phone', async () => {
  for (const { name, tooWide } of await onAPhone())
    assert.ok(tooWide <= 0, `${name} is ${tooWide} px too wide`);
});

test('on a phone, the text below an image of a batch is not covered by the next row', async () => {
  for (const { name, coveredCards } of await onAPhone()) assert.equal(coveredCards, 0, name);
});

test('every control on a phone is large enough to touch', async () => {
  for (const { name, signedOut, tooSmall } of await onAPhone())
    if (!signedOut) assert.deepEqual(tooSmall, [], name);
});

test('names of the maximum length neither widen a page nor overlap', async () => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  const organization = `/v1/organization/${entries[0]?.id}`;
  await ok(administrator(`PUT ${organization}`, { json: { name: 'Studio'.repeat(33) } }));
  const email = `${'x'.repeat(64)}@${'long-domain.'.repeat(12)}example.com`;
  await ok(administrator(`POST ${organization}/invitations`, { json: { email, role: 'viewer' } }));
  await ok(administrator(`POST ${organization}/keys`, { json: { name: 'K'.repeat(200), role: 'viewer' } }));
  const workflow = await addWorkflow(administrator, { name: 'W'.repeat(200) });
  const labels = { service_batch_name: 'b'.repeat(1024) };
  const long = await create(administrator, workflow, { name: `${'n'.repeat(250)}.jpg`, labels });
  const paths = ['', 'organization', 'developers/keys', 'organization/audit-log', `execution/${long}`];
  const { page } = await app.visit({ fresh: true });
  for (const path of paths) {
    await page.goto(`/console/${path}`);
    await settled(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path);
      if (path !== '') continue;
      await page.locator('.frame-text').first().waitFor();
      const names = await page
        .locator('.frame-text')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.getBoundingClientRect().width));
      assert.ok(names.length > 0 && Math.max(...names) < 1, `${names}`);
    }
  }
});

test('nothing on Home moves while it loads', async () => {
  const { page } = await app.visit({ viewport: { width: 1280, height: 860 } });
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await settled(page);
  const shift = await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
  assert.ok(shift < 0.01, `layout shift of ${shift}`);
});
