import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Action, may, RIGHTS, ROLES } from '../../../src/domain/people/rights.ts';
import type { Route } from '../../../src/http/server/route.ts';
import { ROUTES } from '../../../src/http/server/routes.ts';
import { startServer } from '../start-server.ts';
import { testSetups } from '../test-setup.ts';

const openSetup = testSetups();

const PARAMETERS: Record<string, () => string> = {
  hash: () => 'a'.repeat(64),
  userCode: () => 'BCDF-GHJK',
};

/** A URL of this route with ids that do not exist, so that an allowed call changes nothing. */
const addressOf = ({ path, versions, organizationInPath }: Route, organizationId: string): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    organizationInPath && name === 'id' ? organizationId : (PARAMETERS[name] ?? randomUUID)(),
  );
  return `${versions[0] ? `/${versions[0]}` : ''}${filled}`;
};

const named = ({ method, path }: Route) => `${method} ${path}`;

test('every route, every role, own and foreign organization: only those who have the right get in', async (t) => {
  const opened = await openSetup({
    DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
  });
  const { organizationId, otherOrganizationId, keyOf } = opened;
  const { server } = await startServer(t, opened);
  // `inject` calls the server without a connection, which takes a third of the time. Only the head of each
  // response is read, because some responses are endless streams.
  const ask = async ({ method }: Route, url: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await server.inject({ method, url, headers, payloadAsStream: true });
    answer.stream().destroy();
    return answer.statusCode;
  };

  for (const route of ROUTES) {
    const { action } = route;
    const url = addressOf(route, organizationId);
    const elsewhere = route.organizationInPath
      ? addressOf(route, otherOrganizationId)
      : `${url}?organization=${otherOrganizationId}`;
    const anyone = await ask(route, url);
    if (action === 'public') {
      assert.ok(anyone !== 401 && anyone !== 403, `${named(route)} to anyone: ${anyone}`);
      continue;
    }
    assert.equal(anyone, 401, `${named(route)} without a credential`);
    for (const role of ROLES) {
      const status = await ask(route, url, keyOf(role));
      const allowed = typeof action === 'string' && action !== 'person' && may(role, action);
      const what = `${named(route)} by ${role}: ${status}`;
      if (allowed) assert.ok(status !== 401 && status !== 403 && status < 500, what);
      else assert.equal(status, 403, what);
      const there = await ask(route, elsewhere, keyOf(role));
      assert.equal(
        there,
        route.organizationInPath ? 404 : 403,
        `${named(route)} elsewhere by ${role}: ${there}`,
      );
    }
    for (const place of [url, elsewhere]) {
      const status = await ask(route, place, keyOf('platform'));
      const what = `${named(route)} by a platform administrator: ${status}`;
      if (action === 'person') assert.equal(status, 403, what);
      else assert.ok(status !== 401 && status !== 403 && status < 500, what);
    }
  }
});

test('every right is required by some route', () => {
  const asked = new Set(ROUTES.map(({ action }) => action));
  // The handlers of routes that are open to every caller check these rights, to show or do less for some of them.
  const insideHandlers: Action[] = ['device.manage', 'execution.review-leased', 'review.weaken'];
  for (const action of Object.keys(RIGHTS) as Action[])
    assert.ok(asked.has(action) || insideHandlers.includes(action), action);
});
