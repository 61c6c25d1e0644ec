import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

export const REGION = 'us-east-1';
export const ACCESS_KEY = 'darkroom:tester';
export const SECRET_KEY = 'secret-of-the-tests';
/** The number of objects on a page of a list. Swift and AWS have 1,000 on a page; fewer make the tests short. */
export const LIST_PAGE = 20;

const STORAGE = ['account', 'container', 'object'] as const;
const DEVICE = 'disk';
const READY_MS = 30_000;

/**
 * The filters of the proxy that S3 needs. tempauth insists on a cache, but works when it cannot be reached, so no memcached
 * is needed.
 */
const PIPELINE =
  'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server';

/**
 * Starts OpenStack Swift with its S3 interface, which checks signatures: four servers on the loopback interface, one
 * disk in a temporary folder, one copy of each object. The identity of the cluster comes from /etc/swift/swift.conf of
 * the package.
 */
export const startSwift = async (): Promise<{ endpoint: string; stop(): Promise<void> }> => {
  await run('swift-proxy-server', ['--help']).catch((cause) => {
    throw new Error(
      'OpenStack Swift is not installed. Install it first: apt-get install swift-proxy swift-account swift-container swift-object',
      { cause },
    );
  });
  const home = await mkdtemp(join(tmpdir(), 'darkroom-swift-'));
  const servers: ChildProcess[] = [];
  const endWithTheTest = () => {
    for (const server of servers) server.kill('SIGKILL');
  };
  process.once('exit', endWithTheTest);
  const stop = async () => {
    process.off('exit', endWithTheTest);
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.map((server) => server.exitCode ?? server.signalCode ?? once(server, 'exit')));
    await rm(home, { recursive: true });
  };

  const start = async (name: string, port: number, conf: string): Promise<void> => {
    const file = join(home, `${name}-server.conf`);
    const common = {
      bind_ip: '127.0.0.1',
      bind_port: port,
      user: userInfo().username,
      swift_dir: home,
      devices: join(home, 'devices'),
      mount_check: false,
      // No processes besides the one that is started here.
      workers: 0,
    };
    const lines = Object.entries(common).map(([key, value]) => `${key} = ${value}`);
    await writeFile(file, `[DEFAULT]\n${lines.join('\n')}\n${conf}`);
    const server = spawn(`swift-${name}-server`, [file, '--verbose'], { stdio: ['ignore', 'pipe', 'pipe'] });
    servers.push(server);
    let printed = '';
    for (const output of [server.stdout, server.stderr])
      output.on('data', (text) => {
        printed = (printed + text).slice(-10_000);
      });
    await until(`the ${name} server of Swift answers`, READY_MS, async () => {
      if (server.exitCode !== null) return true;
      return (await fetch(`http://127.0.0.1:${port}/healthcheck`)).ok;
    }).catch((cause) => {
      throw new Error(`The ${name} server of Swift does not answer: ${printed}`, { cause });
    });
    if (server.exitCode !== null) throw new Error(`The ${name} server of Swift has ended: ${printed}`);
  };

  try {
    await mkdir(join(home, 'devices', DEVICE), { recursive: true });
    const ports = await Promise.all(['proxy', ...STORAGE].map(() => freePort()));
    const [proxy = 0, ...storage] = ports;
    await Promise.all(
      STORAGE.map(async (name, index) => {
        const port = storage[index]!;
        await makeRing(join(home, `${name}.builder`), port);
        await start(
          name,
          port,
          `[pipeline:main]\npipeline = healthcheck ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n${filters(['healthcheck'])}`,
        );
      }),
    );
    await start(
      'proxy',
      proxy,
      `[pipeline:main]\npipeline = ${PIPELINE}\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${filters(
        PIPELINE.split(' ').slice(0, -1),
        {
          cache: 'memcache_servers = 127.0.0.1:1',
          s3api: `location = ${REGION}\nmax_bucket_listing = ${LIST_PAGE}`,
          tempauth: `user_${ACCESS_KEY.replace(':', '_')} = ${SECRET_KEY} .admin`,
        },
      )}`,
    );
    return { endpoint: `http://127.0.0.1:${proxy}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const filters = (names: string[], settings: Record<string, string> = {}): string =>
  names
    .map(
      (name) =>
        `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${settings[name] ?? ''}\n`,
    )
    .join('');

/** A ring tells on which server an object lies: here all of its 16 partitions lie on one disk. */
const makeRing = async (builder: string, port: number): Promise<void> => {
  const ring = (...command: (string | number)[]) =>
    run('swift-ring-builder', [builder, ...command.map(String)]);
  await ring('create', 4, 1, 0);
  await ring('add', `r1z1-127.0.0.1:${port}/${DEVICE}`, 1);
  await ring('rebalance');
};
