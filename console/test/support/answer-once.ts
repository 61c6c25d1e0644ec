import type { Page } from 'playwright-core';

/** Answers the first request to an address in place of the service. `answered` settles when the page has the answer. */
export const answerOnce = async (page: Page, url: string, status: number) => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  await page.route(url, (route) => route.fulfill({ status }).then(resolve), { times: 1 });
  return { answered };
};
