import { type ChildProcess, fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { residentBytes } from '../../src/processes/resident-bytes.ts';
import type { Bench } from '../bench.ts';
import { makeImages, TINY } from '../images.ts';
import {
  type Completions,
  closedLoop,
  cpuRatioOf,
  describeRounds,
  measureInTurns,
  progress,
  ratioOf,
} from '../measure.ts';
import { startService } from '../services/service-under-test.ts';

const OBJECTS = 1_000_000;
/** File systems limit the number of links to one file, so after this many links a new file begins. */
const LINKS_PER_FILE = 30_000;
const CALLERS = 8;
const PER_ROUND = 12_000;
const ROUNDS = 7;
const MIB = 2 ** 20;

const ADD = `insert into objects (hash, refs, unreferenced_since)
  select encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), 0, now() - interval '2 days'
  from generate_series($1::integer, $2::integer) n`;
const ROWS_AT_ONCE = 50_000;

/** Measures how much slower creates are while a million objects wait to be deleted and a worker deletes them. */
export const collectBench: Bench = {
  name: 'collect',
  description: 'creates per second while unreferenced objects are deleted',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({ folder, role: 'api' });
    atTheEnd(service.stop);
    const hashes = await service.client.upload(await makeImages(join(folder, 'images'), TINY, 1_000));
    const workflow = service.workflow('Pass-through');
    await addObjects(join(folder, 'data/objects'), service.databaseUrl, Math.ceil(OBJECTS * effort));
    const collector = fork(join(import.meta.dirname, '../services/collector.ts'), {
      env: {
        ...process.env,
        DARKROOM_DATA_DIR: join(folder, 'data'),
        DATABASE_URL: service.databaseUrl,
        DARKROOM_LOG_LEVEL: 'warn',
      },
    });
    atTheEnd(() => collector.disconnect());
    await once(collector, 'message');

    const create = closedLoop(CALLERS, async (item) => {
      await service.client.create(workflow, hashes[item % hashes.length]!);
    });
    const memory: number[] = [];
    let collected = 0;
    const createWhileCollecting = async (from: number, to: number): Promise<Completions> => {
      collector.send('start');
      const completions = await create(from, to);
      collected = await stop(collector);
      memory.push((await residentBytes(collector.pid!)) ?? 0);
      progress(`${collected} objects deleted, ${Math.round(memory.at(-1)! / MIB)} MB`);
      return completions;
    };
    const rounds = await measureInTurns({
      subjects: [
        { name: 'collecting', work: createWhileCollecting },
        { name: 'alone', work: create },
      ],
      rounds: ROUNDS,
      itemsPerRound: Math.ceil(PER_ROUND * effort),
      warmUpRounds: 1,
      edge: CALLERS,
    });
    return [
      {
        what: `creates, ${CALLERS} callers: while a worker deletes ${OBJECTS * effort} unreferenced objects (${collected} in these rounds) / alone`,
        darkroom: describeRounds(rounds, 'collecting'),
        reference: describeRounds(rounds, 'alone'),
        value: ratioOf(rounds, 'collecting', 'alone'),
        byCpu: cpuRatioOf(rounds, 'collecting', 'alone'),
        unit: '',
        target: { atLeast: 0.9 },
      },
      {
        what: 'memory of the deleting process, after the last round / after the first',
        darkroom: `${Math.round(memory.at(-1)! / MIB)} MB`,
        reference: `${Math.round(memory[0]! / MIB)} MB`,
        value: memory.at(-1)! / memory[0]!,
        unit: '',
        target: { atMost: 1.2 },
      },
    ];
  },
};

const stop = async (collector: ChildProcess): Promise<number> => {
  const answered = once(collector, 'message');
  collector.send('stop');
  const [total] = (await answered) as [number];
  return total;
};

/**
 * Adds objects that nothing refers to. Each has a row and an entry in the store; the entries are links to a few
 * files, because deleting a link is like deleting a file.
 */
const addObjects = async (store: string, databaseUrl: string, count: number): Promise<void> => {
  const database = new pg.Client(databaseUrl);
  await database.connect();
  for (let first = 0; first < count; first += ROWS_AT_ONCE)
    await database.query(ADD, [first, Math.min(first + ROWS_AT_ONCE, count) - 1]);
  await database.query('vacuum analyze objects');
  await database.end();
  let file = '';
  for (let number = 0; number < count; number++) {
    const name = hash('sha256', String(number));
    const path = join(store, name.slice(0, 2), name);
    if (number % LINKS_PER_FILE === 0) {
      writeFileSync(path, 'unreferenced');
      file = path;
    } else linkSync(file, path);
  }
};
