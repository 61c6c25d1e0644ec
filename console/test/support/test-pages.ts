import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { ConsoleForTests } from './console.ts';
import { furnish, type NamedPage } from './furnish.ts';
import { settled } from './settled.ts';

const MAX_FIRST_LOAD_BYTES = 180_000;
const MAX_PAGE_BYTES = 120_000;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only these rules can give another result in the dark theme: everything but the colours is the same. */
const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** Runs axe. Returns a line for each rule that is broken seriously, with the elements that break it. */
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

/** Writes the longest status and time on each card of a batch. Returns how many cards then overlap the next row. */
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

/** The compressed size of each script and stylesheet of the page, by URL. Files from the browser's cache count too. */
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

/**
 * Defines the tests that every page must pass. They run on the pages with these names, or on all pages when no names are
 * given. Each page is opened once, on a screen of the size of a phone. Returns what was found on the pages.
 */
export const testPages = (app: ConsoleForTests, names?: readonly string[]): (() => Promise<Seen[]>) => {
  const lookAtThem = async (): Promise<Seen[]> => {
    const viewport = { width: 390, height: 844 };
    const signedIn = await app.visit({ viewport });
    const signedOut = await app.visit({ viewport, as: 'nobody' });
    const { pages } = await furnish(app.service(), { width: 400, method: 'studio' });
    const wanted = names ? pages.filter(({ name }) => names.includes(name)) : pages;
    assert.equal(wanted.length, names?.length ?? pages.length, 'a name is not that of a page in furnish.ts');
    const seen: Seen[] = [];
    for (const named of wanted) seen.push(await look((named.signedOut ? signedOut : signedIn).page, named));
    await app.leave();
    return seen;
  };
  let looked: Promise<Seen[]> | undefined;
  const onAPhone = (): Promise<Seen[]> => {
    looked ??= lookAtThem();
    return looked;
  };

  for (const theme of ['light', 'dark'] as const)
    test(`no page has a serious finding of axe in the ${theme} theme`, async () => {
      for (const { name, [theme]: found } of await onAPhone()) assert.deepEqual(found, [], name);
    });

  test('the title of every page names it, and its text is in the bundled font', async () => {
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

  return onAPhone;
};
