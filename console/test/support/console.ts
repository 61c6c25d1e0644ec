import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Service, startService } from '../../../service/test/support/service.ts';
import { launchChromium } from './chromium.ts';

export const ADMINISTRATOR = { email: 'admin@darkroom.local', password: 'administrator-of-the-tests' };

/** A visitor with a browser profile of their own. */
export type Visitor = { page: Page; context: BrowserContext };

export type Console = {
  service: Service;
  /** Opens a profile; signed in as the administrator unless told otherwise. */
  visit(options?: BrowserContextOptions & { as?: typeof ADMINISTRATOR | 'nobody' }): Promise<Visitor>;
  close(): Promise<void>;
};

export type ConsoleOptions = {
  env?: Record<string, string>;
  /** Where else pages may lead, such as a provider to sign in at. What happens there is not ours. */
  elsewhere?: string;
};

export const openConsole = async ({ env, elsewhere }: ConsoleOptions = {}): Promise<Console> => {
  const browser = await launchChromium();
  // A browser that nobody closes keeps the tests from ending.
  const service = await startService({
    env: { DARKROOM_ADMIN_PASSWORD: ADMINISTRATOR.password, ...env },
  }).catch(async (error) => {
    await browser.close();
    throw error;
  });
  const complaints: string[] = [];
  return {
    service,
    visit: async ({ as = ADMINISTRATOR, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: service.base, ...options });
      const page = await context.newPage();
      watch(page, service.base, complaints, elsewhere);
      if (as !== 'nobody') {
        const answer = await context.request.post('/v1/session', { data: as });
        assert.equal(answer.status(), 200, await answer.text());
      }
      return { page, context };
    },
    close: async () => {
      await closeAll(browser);
      await service.stop();
      assert.deepEqual(complaints, [], 'no page breaks, is refused by its own policy or calls another host');
    },
  };
};

const closeAll = async (browser: Browser): Promise<void> => {
  for (const context of browser.contexts()) await context.close();
  await browser.close();
};

/** What no page may do, whatever it shows. */
export const watch = (page: Page, base: string, complaints: string[], elsewhere?: string): void => {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:|validateDOMNesting/i.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (elsewhere && [url.origin, new URL(page.url()).origin].includes(elsewhere)) return;
    if (url.protocol !== 'blob:' && url.protocol !== 'data:' && url.origin !== base)
      complaints.push(`${page.url()} calls ${request.url()}`);
  });
};

/** One service and one browser for all tests of a file. */
export const consoleForTests = (
  options?: () => Promise<ConsoleOptions>,
): { visit: Console['visit']; service(): Service } => {
  let opened: Console;
  before(async () => {
    opened = await openConsole(await options?.());
  });
  after(() => opened.close());
  return { visit: (options) => opened.visit(options), service: () => opened.service };
};
