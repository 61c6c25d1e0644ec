import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import type { Bench } from '../bench.ts';
import { openCaller } from '../clients/http-caller.ts';
import {
  closedLoop,
  cpuRatioOf,
  describeRounds,
  measureInTurns,
  median,
  progress,
  ratioOf,
} from '../measure.ts';
import { startService } from '../services/service-under-test.ts';

const CALLERS = 16;
const PER_ROUND = 4_000;
const ROUNDS = 5;
const CHECKS_PER_ROUND = 2_000;
const LOGIN = { email: 'bench@darkroom.local', password: 'a-password-of-the-bench' };
const FORM = 'application/x-www-form-urlencoded';
const CLIENT = 'darkroom-cli';

export const tokensBench: Bench = {
  name: 'tokens',
  description:
    'what checking an access token adds to a request, and refreshes per second beside a bare route',
  run: async ({ folder, atTheEnd }) => {
    const service = await startService({
      folder,
      role: 'api',
      settings: {
        DARKROOM_ADMIN_EMAIL: LOGIN.email,
        DARKROOM_ADMIN_PASSWORD: LOGIN.password,
        DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000000',
      },
    });
    atTheEnd(service.stop);
    const tokens = await connect(service.origin, service.organizationId);
    const check = await measureCheck(service.origin, service.databaseUrl, tokens.access_token);

    const route = fork(join(import.meta.dirname, '../references/bare-sign-route.ts'), [
      service.databaseUrl,
      String(CALLERS),
    ]);
    atTheEnd(() => route.disconnect());
    const [origin] = (await once(route, 'message')) as [string];
    const refreshing = (at: string, token: (item: number) => string) => {
      const caller = openCaller(at, 'none', CALLERS);
      atTheEnd(caller.close);
      return closedLoop(CALLERS, async (item) => {
        const form = `grant_type=refresh_token&client_id=${CLIENT}&refresh_token=${token(item)}`;
        await caller.post('/oauth/token', form, FORM);
      });
    };
    const rounds = await measureInTurns({
      subjects: [
        { name: 'Darkroom', work: refreshing(service.origin, () => tokens.refresh_token) },
        { name: 'bare route', work: refreshing(origin, (item) => String((item % 1000) + 1)) },
      ],
      rounds: ROUNDS,
      itemsPerRound: PER_ROUND,
      warmUpRounds: 1,
      edge: CALLERS,
    });
    return [
      ...check,
      {
        what: `refresh, ${CALLERS} callers / bare Fastify route with one ES256 signature and one indexed read`,
        darkroom: describeRounds(rounds, 'Darkroom'),
        reference: describeRounds(rounds, 'bare route'),
        value: ratioOf(rounds, 'Darkroom', 'bare route'),
        byCpu: cpuRatioOf(rounds, 'Darkroom', 'bare route'),
        unit: '',
        target: { atLeast: 0.5 },
      },
    ];
  },
};

/**
 * One caller alternates the same request with and without a token, so that the difference is the cost of the token
 * check.
 */
const measureCheck = async (
  origin: string,
  databaseUrl: string,
  token: string,
): Promise<Awaited<ReturnType<Bench['run']>>> => {
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  const ask = async (headers: Record<string, string>): Promise<number> => {
    const start = performance.now();
    const { body } = await pool.request({ method: 'GET', path: '/v1/nothing', headers });
    await body.dump();
    return performance.now() - start;
  };
  const authorization = `Bearer ${token}`;
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const [withToken, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let index = 0; index < CHECKS_PER_ROUND; index += 1) {
      times[0].push(await ask({ authorization }));
      times[1].push(await ask({}));
    }
    if (round > 0) {
      withToken.push(median(times[0]));
      without.push(median(times[1]));
    }
    progress(`with a token ${median(times[0]).toFixed(3)} ms, without ${median(times[1]).toFixed(3)} ms`);
  }
  const transactions = await transactionsDuring(database, async () => {
    for (let index = 0; index < CHECKS_PER_ROUND; index += 1) await ask({ authorization });
  });
  await pool.close();
  await database.end();
  const added = median(withToken.map((time, round) => time - without[round]!));
  return [
    {
      what: 'checking an access token, p50 added to a request',
      darkroom: `${median(withToken).toFixed(3)} ms`,
      reference: `${median(without).toFixed(3)} ms`,
      value: added,
      unit: 'ms',
      target: { atMost: 0.3 },
    },
    {
      what: 'database transactions for each request with an access token',
      darkroom: `${transactions} in ${CHECKS_PER_ROUND} requests`,
      reference: '0',
      value: transactions / CHECKS_PER_ROUND,
      unit: '',
      target: { atMost: 0.05 },
    },
  ];
};

const TRANSACTIONS = `select pg_stat_clear_snapshot(), xact_commit::int as count from pg_stat_database
  where datname = current_database()`;
// PostgreSQL publishes its statistics up to a second late, so wait this long before reading them.
const LATE_MS = 1_200;

/** The number of transactions of the whole service during the work, including those that refresh its caches. */
const transactionsDuring = async (database: pg.Client, work: () => Promise<void>): Promise<number> => {
  const count = async () => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    return (await database.query<{ count: number }>(TRANSACTIONS)).rows[0]!.count;
  };
  const before = await count();
  await work();
  return (await count()) - before;
};

const connect = async (origin: string, organizationId: string) => {
  const post = async (path: string, body: string, headers: Record<string, string>) => {
    const answer = await fetch(origin + path, { method: 'POST', body, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = { 'content-type': 'application/json' };
  const signedIn = await post('/v1/session', JSON.stringify(LOGIN), json);
  const { csrfToken } = (await signedIn.json()) as { csrfToken: string };
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const asked = await post('/oauth/device/code', `client_id=${CLIENT}`, { 'content-type': FORM });
  const code = (await asked.json()) as { device_code: string; user_code: string };
  const person = { ...json, cookie, origin, 'x-csrf-token': csrfToken };
  await post(`/v1/device/${code.user_code}/confirm`, JSON.stringify({ organizationId }), person);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const form = new URLSearchParams({ grant_type: grant, client_id: CLIENT, device_code: code.device_code });
  const answer = await post('/oauth/token', form.toString(), { 'content-type': FORM });
  return (await answer.json()) as { access_token: string; refresh_token: string };
};
