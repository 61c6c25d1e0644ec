import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  request,
} from 'playwright-core';
import { type Service, startService } from '../../../service/test/support/service.ts';
import { shareChromium } from './chromium.ts';

export const ADMINISTRATOR = { email: 'admin@darkroom.local', password: 'administrator-of-the-tests' };

/** A visitor with a browser profile of their own. */
export type Visitor = { page: Page; context: BrowserContext };

type Person = { email: string; password: string };
type VisitOptions = BrowserContextOptions & { as?: Person | 'nobody'; fresh?: true };

export type Console = {
  service: Service;
  /**
   * Opens a page in an empty browser profile. By default the profile is in the administrator's session, which all
   * such profiles share: a test that ends this session or switches its organization signs in `as` someone else.
   *
   * A new profile costs more than most tests, so a profile is cleared and reused after a visit. A new one is created
   * when options are given, and with `fresh`: for a cold cache, or when the test changes the size, clock or network.
   */
  visit(options?: VisitOptions): Promise<Visitor>;
  /** Closes all pages of the visitors: pages that stay open would keep sending requests. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

export type ConsoleOptions = {
  env?: Record<string, string>;
  /** Another address to which pages may lead, such as a sign-in provider. Its pages are not checked. */
  elsewhere?: string;
};

export const openConsole = async (
  { env, elsewhere }: ConsoleOptions = {},
  chromium = shareChromium(),
): Promise<Console> => {
  const launching = chromium.open();
  const service = await startService({
    env: { DARKROOM_ADMIN_PASSWORD: ADMINISTRATOR.password, ...env },
  }).catch(async (error) => {
    // A browser that nobody closes keeps the tests from ending.
    await launching;
    await chromium.release();
    throw error;
  });
  const browser = await launching;
  const problems: string[] = [];
  const open = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const { baseURL = service.base } = options;
    const context = await browser.newContext({ ...options, baseURL });
    const page = await context.newPage();
    watch(page, baseURL, problems, elsewhere);
    return { page, context };
  };

  const idle = new Set<Visitor>();
  const inUse = new Set<Visitor>();
  const takeProfile = async (): Promise<Visitor> => {
    const [visitor = await open()] = idle;
    idle.delete(visitor);
    inUse.add(visitor);
    return visitor;
  };
  const leave = async () => {
    const kept = new Set([...idle, ...inUse].map(({ context }) => context));
    const others = browser.contexts().filter((context) => !kept.has(context));
    await Promise.all([...others.map((context) => context.close()), ...[...inUse].map(clear)]);
    for (const visitor of inUse) idle.add(visitor);
    inUse.clear();
  };

  let session: ReturnType<typeof cookiesOfAdministrator> | undefined;
  return {
    service,
    leave,
    visit: async ({ as, fresh, ...options } = {}) => {
      const isPlain = !fresh && Object.keys(options).length === 0;
      const visitor = await (isPlain ? takeProfile() : open(options));
      session ??= cookiesOfAdministrator(service.base);
      if (!as) await visitor.context.addCookies(await session);
      else if (as !== 'nobody') await signIn(visitor.context.request, as);
      return visitor;
    },
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await chromium.release();
      await service.stop();
      assert.deepEqual(problems, [], 'no page breaks, is refused by its own policy or calls another host');
    },
  };
};

/**
 * Removes all traces of a visit. The page then shows an address of the service, so that its browser process is used
 * again.
 */
const clear = async ({ page, context }: Visitor): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/health');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
};

const cookiesOfAdministrator = async (baseURL: string) => {
  const requests = await request.newContext({ baseURL });
  await signIn(requests, ADMINISTRATOR);
  const { cookies } = await requests.storageState();
  await requests.dispose();
  return cookies;
};

const signIn = async (requests: APIRequestContext, person: Person): Promise<void> => {
  const answer = await requests.post('/v1/session', { data: person });
  assert.equal(answer.status(), 200, await answer.text());
};

/**
 * Collects what must not happen on any page: errors, warnings, violations of its content security policy, and calls
 * to other hosts.
 */
export const watch = (page: Page, base: string, problems: string[], elsewhere?: string): void => {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:|validateDOMNesting/i.test(message.text()))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (elsewhere && [url.origin, new URL(page.url()).origin].includes(elsewhere)) return;
    if (url.protocol !== 'blob:' && url.protocol !== 'data:' && url.origin !== base)
      problems.push(`${page.url()} calls ${sent.url()}`);
  });
};

export type ConsoleForTests = Pick<Console, 'visit' | 'leave'> & { service(): Service };

/** Opens one service and one browser for all tests of a file. */
export const consoleForTests = (options?: () => Promise<ConsoleOptions>): ConsoleForTests => {
  let opened: Console;
  const chromium = shareChromium();
  before(async () => {
    opened = await openConsole(await options?.(), chromium);
  });
  afterEach(() => opened.leave());
  after(() => opened.close());
  return {
    visit: (options) => opened.visit(options),
    leave: () => opened.leave(),
    service: () => opened.service,
  };
};
