/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { join } from 'node:path';
import { shareChromium } from '../../../console/test/support/chromium.ts';
import { randomImage } from '../../test/support/images.ts';
import type { Bench } from '../bench.ts';
import { percentile, progress } from '../measure.ts';
import { fillExecutions } from '../services/fill-executions.ts';
import { type ServiceUnderTest, startService } from '../services/service-under-test.ts';

type Browser = Awaited<ReturnType<ReturnType<typeof shareChromium>['open']>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;

const PASSWORD = 'the-password-of-the-bench';
const ROUNDS = 9;
const SCROLL_MS = 4_000;
const LISTS = [100, 100_000] as const;
const FEWER = 1_000;
const MOST = 1_000_000;

const open = async (browser: Browser, { origin }: ServiceUnderTest): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  const answer = await context.request.post('/v1/session', {
    data: { email: 'admin@darkroom.local', password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return context;
};

/** Frames a second while the list is scrolled up and down at a steady speed. */
const framesWhileScrolling = async (page: Page): Promise<number> => {
  await page.goto('/console/executions');
  await page.locator('.grid-body .grid-row').first().waitFor();
  return page.locator('.list-scroller').evaluate(
    (list, forMs) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        let [frames, by, last] = [0, 1, startedAt];
        const draw = (now: number) => {
          const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
          if (atEnd) by = -1;
          else if (list.scrollTop <= 0) by = 1;
          // 3000 pixels a second, about 70 rows: a fast turn of a wheel.
          list.scrollTop += by * Math.min(100, now - last) * 3;
          last = now;
          frames += 1;
          if (now - startedAt < forMs) requestAnimationFrame(draw);
          else resolve((1000 * frames) / (now - startedAt));
        };
        requestAnimationFrame(draw);
      }),
    SCROLL_MS,
  );
};

/** The time from the last letter typed until the list shows what matches. */
const timeToSearch = async (page: Page, text: string): Promise<number> => {
  await page.goto('/console/executions');
  await page.locator('.list-scroller[aria-busy=false] .grid-row').first().waitFor();
  await page.getByRole('searchbox').focus();
  await page.evaluate((wanted) => {
    const isShown = () =>
      document.querySelector('.list-scroller')?.getAttribute('aria-busy') === 'false' &&
      [...document.querySelectorAll('.grid-body .row-link')].every((row) =>
        row.textContent?.includes(wanted),
      ) &&
      document.querySelector('.grid-body .row-link') !== null;
    const times = { from: 0, shown: undefined as number | undefined };
    Object.assign(window, { times });
    const look = () => {
      if (times.from > 0 && isShown()) times.shown = performance.now() - times.from;
      else requestAnimationFrame(look);
    };
    document.addEventListener('input', () => {
      times.from = performance.now();
    });
    requestAnimationFrame(look);
  }, text);
  await page.keyboard.type(text);
  const shown = await page.waitForFunction(
    () => (window as unknown as { times: { shown?: number } }).times.shown,
  );
  return (await shown.jsonValue()) ?? Number.NaN;
};

/** The times until the result in view is drawn: for prefetched results, and for results that were not prefetched. */
const timesToReview = async (context: BrowserContext): Promise<{ prefetched: number; cold: number }> => {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const cold: number[] = [];
  const prefetched: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await client.send('Network.clearBrowserCache');
    await page.goto('/console/review');
    await page.locator('.comparison .after').waitFor();
    await page.evaluate(prefetchIsDone);
    prefetched.push(await page.evaluate(timeToShow, 1));
    // The result five places further on is not prefetched.
    cold.push(await page.evaluate(timeToShow, 5));
    progress(
      `review: prefetched ${prefetched.at(-1)?.toFixed(0)} ms, not prefetched ${cold.at(-1)?.toFixed(0)} ms`,
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.grid-table').waitFor();
  }
  await page.close();
  return { prefetched: percentile(prefetched, 0.5), cold: percentile(cold, 0.5) };
};

/** Resolves when nothing has been loaded for 800 ms: by then, the next three results are prefetched. */
const prefetchIsDone = (): Promise<void> =>
  new Promise((resolve) => {
    let quiet = setTimeout(resolve, 800);
    new PerformanceObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, 800);
    }).observe({ type: 'resource' });
  });

/** Goes forward by `further` results and returns the time until the full image is drawn. */
const timeToShow = (further: number): Promise<number> =>
  new Promise((resolve) => {
    const strip = [...document.querySelectorAll<HTMLButtonElement>('.filmstrip button')];
    const at = strip.findIndex((button) => button.getAttribute('aria-current') === 'true');
    const before = document.querySelector<HTMLImageElement>('.comparison .after')?.src;
    const startedAt = performance.now();
    const look = () => {
      const image = document.querySelector<HTMLImageElement>('.comparison .after');
      const isShown = image && image.src !== before && !image.src.includes('size=') && image.complete;
      if (isShown) requestAnimationFrame(() => resolve(performance.now() - startedAt));
      else requestAnimationFrame(look);
    };
    strip[at + further]?.click();
    look();
  });

/** Results of photos of 12 megapixels that wait for a reviewer. */
const makeReviews = async (service: ServiceUnderTest, count: number): Promise<void> => {
  const { caller } = service.client;
  const post = async (path: string, body: unknown) =>
    (await caller.post(path, JSON.stringify(body), 'application/json')).toString();
  const { id } = JSON.parse(
    await post('/v1/workflow', {
      name: 'Reviewed',
      qa: 'all',
      workflowComponents: [{ id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 90 } }],
    }),
  ) as { id: string };
  for (let index = 0; index < count; index++) {
    const photo = await randomImage('jpeg', { width: 2000, height: 1500 });
    const hash = (await caller.post('/v1/upload', photo, 'image/jpeg')).toString();
    await post(`/v1/workflow/execution/create?workflow=${id}`, {
      image: { name: `photo-${index}.jpg`, contentHash: hash },
    });
    progress(`made ${index + 1} results to review`);
  }
  const waiting = async () =>
    (JSON.parse((await caller.get('/v1/qa/queue?limit=0')).toString()) as { total: number }).total;
  while ((await waiting()) < count) await new Promise((resolve) => setTimeout(resolve, 200));
};

/**
 * Measures scrolling, searching and reviewing in the console, in a real Chromium. Long lists are compared with
 * short ones, and prefetched results with others.
 */
export const consoleExecutionsBench: Bench = {
  name: 'console-executions',
  description: 'the lists and the review of the console in a real Chromium',
  run: async ({ folder, effort, atTheEnd }) => {
    // A quick run searches in a list of 100,000 rows, because filling a million rows takes several minutes.
    const most = effort < 1 ? LISTS[1] : MOST;
    const shared = shareChromium();
    atTheEnd(() => shared.release());
    const browser = await shared.open();
    type Opened = { service: ServiceUnderTest; context: BrowserContext };
    const opened = new Map<number, Opened>();
    const start = async (rows: number, role: 'api' | 'start' = 'api'): Promise<Opened> => {
      const known = opened.get(rows);
      if (known) return known;
      const settings = { DARKROOM_ADMIN_PASSWORD: PASSWORD };
      const service = await startService({ folder: join(folder, `${rows}`), role, settings });
      atTheEnd(service.stop);
      await fillExecutions(service, rows);
      const made = { service, context: await open(browser, service) };
      opened.set(rows, made);
      return made;
    };

    const frames = new Map<number, number[]>();
    const lists = [];
    for (const rows of LISTS) lists.push({ rows, ...(await start(rows)) });
    // The lists take turns, so that other work of the machine affects both.
    for (let round = 0; round < 3; round++)
      for (const { rows, context } of lists) {
        const page = await context.newPage();
        const measured = await framesWhileScrolling(page);
        frames.set(rows, [...(frames.get(rows) ?? []), measured]);
        progress(`${rows} executions: ${measured.toFixed(1)} frames/s`);
        await page.close();
      }
    const reviewing = await start(0, 'start');
    await makeReviews(reviewing.service, 8);
    const { prefetched, cold } = await timesToReview(reviewing.context);
    const searches = new Map<number, number[]>();
    const filled = [];
    for (const rows of [FEWER, most]) filled.push({ rows, ...(await start(rows)) });
    for (let round = 0; round < ROUNDS; round++)
      for (const { rows, context } of filled) {
        const page = await context.newPage();
        const measured = await timeToSearch(page, '0000073');
        searches.set(rows, [...(searches.get(rows) ?? []), measured]);
        progress(`search in ${rows}: ${measured.toFixed(0)} ms`);
        await page.close();
      }

    const median = (of: Map<number, number[]>, rows: number) => percentile(of.get(rows) ?? [], 0.5);
    const [few, many] = LISTS;
    return [
      {
        what: 'console: frames a second while scrolling 100,000 executions / 100',
        darkroom: `${median(frames, many).toFixed(1)}/s`,
        reference: `${median(frames, few).toFixed(1)}/s`,
        value: median(frames, many) / median(frames, few),
        unit: '' as const,
        target: { atLeast: 0.9 },
      },
      {
        what: `console: filter typed to list shown, p50: ${most.toLocaleString('en')} executions / 1,000`,
        darkroom: `${median(searches, most).toFixed(0)} ms`,
        reference: `${median(searches, FEWER).toFixed(0)} ms`,
        value: median(searches, most) / median(searches, FEWER),
        unit: '' as const,
        target: { atMost: 3 },
      },
      {
        what: 'console: time to show a result in review, p50: prefetched / not prefetched',
        darkroom: `${prefetched.toFixed(0)} ms`,
        reference: `${cold.toFixed(0)} ms`,
        value: prefetched / cold,
        unit: '' as const,
        target: { atMost: 0.3 },
      },
    ];
  },
};
