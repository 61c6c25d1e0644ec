// The database server that all processes of a test run share. It lives as long as a test process holds a connection to
// its socket, and a few seconds longer; then it deletes its data.
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { lockDataFolder } from '../../../src/postgres/embedded/data-folder-lock.ts';
import { startEmbeddedServer } from '../../../src/postgres/embedded/embedded-server.ts';

const idleMs = Number(process.argv[3] ?? 5_000);

const home = process.argv[2]!;
const lock = lockOrLeave();
const dataDir = join(home, 'data');
const server = await startEmbeddedServer({
  dataDir,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
  },
  report: console.error,
});

const socket = join(home, 'socket');
await rm(socket, { force: true });

let users = 0;
let idle = setTimeout(end, idleMs);
const access = createServer((user) => {
  users += 1;
  clearTimeout(idle);
  user.on('error', () => {});
  user.on('close', () => {
    users -= 1;
    if (users === 0) idle = setTimeout(end, idleMs);
  });
  user.resume();
  user.write(`${server.url}\n`);
}).listen(socket);

async function end() {
  access.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(join(home, 'log'), { force: true });
  lock.release();
}

// Exits when another test process has already started a server.
function lockOrLeave() {
  try {
    return lockDataFolder(home);
  } catch {
    process.exit(0);
  }
}
