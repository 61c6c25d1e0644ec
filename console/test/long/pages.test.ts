import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForTests } from '../support/console.ts';
import { pagePaths } from '../support/page-paths.ts';
import { testPages } from '../support/test-pages.ts';

const seenPages = testPages(consoleForTests());

test('the tests of this file look at every page', async () => {
  const seen = (await seenPages()).map(({ path }) => new URL(path, 'http://console').pathname);
  const paths = pagePaths();
  assert.ok(paths.length > 25, `${paths}`);
  for (const path of paths) {
    const pattern = new RegExp(`^(/console)?${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`);
    assert.ok(
      seen.some((one) => pattern.test(one)),
      `${path} is not among the pages of add-sample-data.ts`,
    );
  }
});
