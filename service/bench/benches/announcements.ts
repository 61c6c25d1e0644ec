import { randomInt } from 'node:crypto';
import type { Claim } from '../../src/ports/executions.ts';
import { CHANNELS } from '../../src/postgres/connection/channels.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { listen } from '../../src/postgres/connection/listen.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { makeOrganization, newExecution, RESULT, TRACE } from '../../test/support/organization.ts';
import type { Bench } from '../bench.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, percentile, ratioOf } from '../measure.ts';
import { startService } from '../services/service-under-test.ts';

const CONNECTIONS = 16;
const PER_ROUND = 4_000;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
const LATENCIES = 200;
const MAX_CLAIMED = 100;

/**
 * Completes claimed executions, one in each commit. Each caller has an organization of its own, because
 * completions of the same organization could share a commit.
 */
export const announcementsBench: Bench = {
  name: 'announcements',
  description: 'commits of the completing statement with and without its announcement, and how late that is',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({ folder, role: 'api' });
    atTheEnd(service.stop);
    const database = openDatabase(service.databaseUrl, { connections: CONNECTIONS });
    atTheEnd(database.close);
    const silent: Database = {
      ...database,
      run: (statement, values) => database.run({ ...statement, tells: undefined }, values),
    };
    const lease = await holdLease(database, 600_000);
    atTheEnd(lease.end);
    const organizations = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => makeOrganization(database, 1_000_000)),
    );
    const executions = executionsIn(silent);
    const queue = workQueueIn(silent);
    /** Creates and claims `count` executions of each organization. */
    const claimAll = async (count: number): Promise<Claim[][]> => {
      const claims = new Map<string, Claim[]>(
        organizations.map(({ organizationId }) => [organizationId as string, []]),
      );
      for (const organization of organizations) {
        const items = Array.from({ length: count }, () => ({ execution: newExecution(organization) }));
        await executions.insertMany(organization.organizationId, items);
      }
      for (let next = await queue.claim(lease.worker, MAX_CLAIMED); next.length > 0; ) {
        for (const claim of next) claims.get(claim.organizationId)?.push(claim);
        next = await queue.claim(lease.worker, MAX_CLAIMED);
      }
      return [...claims.values()];
    };
    let ready: Claim[][] = [];
    const completing = (complete: typeof queue.complete): ReturnType<typeof closedLoop> => {
      return async (from, to) => {
        const perCaller = (to - from) / CONNECTIONS;
        const mine = ready.map((claims) => claims.splice(0, perCaller));
        const done = await Promise.all(
          mine.map((claims) =>
            closedLoop(1, async (item) => {
              const resultFileName = 'result.jpg';
              const claim = claims[item]!;
              await complete({
                claim,
                result: RESULT,
                resultFileName,
                trace: TRACE,
                qa: 'off',
              });
            })(0, claims.length),
          ),
        );
        return done.flat();
      };
    };

    const items = PER_ROUND * effort;
    const rounds = await measureInTurns({
      subjects: [
        { name: 'announced', work: completing(workQueueIn(database).complete) },
        { name: 'silent', work: completing(workQueueIn(silent).complete) },
      ],
      rounds: ROUNDS,
      itemsPerRound: items,
      warmUpRounds: WARM_UP_ROUNDS,
      edge: CONNECTIONS,
      beforeRound: async () => {
        ready = await claimAll((2 * items) / CONNECTIONS);
      },
    });

    // The time from the call of the completing statement until the message about the completion arrives, while
    // nothing else happens.
    const listeners = new Map<string, (at: number) => void>();
    const listener = await listen(
      database,
      { [CHANNELS.status]: (entry) => listeners.get(entry.slice(0, 36))?.(performance.now()) },
      () => {},
    );
    atTheEnd(listener.close);
    const { complete } = workQueueIn(database);
    const latencies: number[] = [];
    const [claims = []] = await claimAll(LATENCIES);
    for (const claim of claims) {
      await new Promise((resolve) => setTimeout(resolve, randomInt(10, 30)));
      const notified = new Promise<number>((resolve) => listeners.set(claim.id, resolve));
      const since = performance.now();
      await complete({
        claim,
        result: RESULT,
        resultFileName: 'a.jpg',
        trace: TRACE,
        qa: 'off',
      });
      latencies.push((await notified) - since);
    }
    return [
      {
        what: `completing statement, ${CONNECTIONS} connections, commits per second: with its announcement / without`,
        darkroom: describeRounds(rounds, 'announced'),
        reference: describeRounds(rounds, 'silent'),
        value: ratioOf(rounds, 'announced', 'silent'),
        byCpu: cpuRatioOf(rounds, 'announced', 'silent'),
        unit: '',
        target: { atLeast: 0.8 },
      },
      {
        what: 'idle: from the completing statement to the message about it, p50',
        darkroom: `${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms`,
        reference: '',
        value: percentile(latencies, 0.5),
        unit: 'ms',
        target: { atMost: 15 },
      },
    ];
  },
};
