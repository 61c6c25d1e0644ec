import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const SYSTEMD = '/lib/systemd/systemd';
/** The cgroup folder that systemd uses on this kernel. */
const CGROUPS = existsSync('/sys/fs/cgroup/systemd') ? '/sys/fs/cgroup/systemd' : '/sys/fs/cgroup';

/**
 * Starts systemd as the first process of its own namespaces, which share only the network with this machine.
 * There it sees this machine's files through a temporary overlay, this project at /opt/darkroom, and of its
 * standard units only the targets that our units name.
 */
const START = `
set -e
mkdir "$CGROUP" && echo $$ > "$CGROUP/cgroup.procs"
exec unshare --mount --pid --uts --ipc --cgroup --fork --kill-child sh -ec '
  mount -t tmpfs tmpfs "$HOME_FOLDER/space"
  cd "$HOME_FOLDER/space" && mkdir upper work root
  mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" root
  cd root
  mount -t proc proc proc && mount -t sysfs -o ro sysfs sys
  mount -t tmpfs tmpfs run && mount -t tmpfs tmpfs tmp && mount -t tmpfs tmpfs dev
  for device in null zero full random urandom; do touch "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
  if [ "$CGROUPS" = /sys/fs/cgroup ]; then mount -t cgroup2 cgroup2 sys/fs/cgroup
  else mount -t tmpfs tmpfs sys/fs/cgroup; mkdir sys/fs/cgroup/systemd; mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd; fi
  mkdir -p opt/darkroom var/lib/darkroom etc/darkroom
  mount --bind "$PROJECT" opt/darkroom
  rm -rf etc/systemd/system && mkdir etc/systemd/system && : > etc/fstab
  for target in sysinit basic shutdown network-online multi-user; do
    cp "usr/lib/systemd/system/$target.target" etc/systemd/system
  done
  mount -t tmpfs tmpfs usr/lib/systemd/system
  cp "$PROJECT"/deploy/systemd/*.service etc/systemd/system
  cp "$HOME_FOLDER"/*.env etc/darkroom
  echo darkroom:x:61000:61000::/var/lib/darkroom:/bin/false >> etc/passwd
  echo darkroom:x:61000: >> etc/group
  chown darkroom:darkroom var/lib/darkroom 2>/dev/null || chown 61000:61000 var/lib/darkroom
  exec chroot . env -i container=other ${SYSTEMD} --system --unit=basic.target --log-target=console --show-status=no
'`;

export type Systemd = {
  /** The process id of systemd outside its namespaces. */
  pid: number;
  /** Runs a command inside systemd's namespaces, and returns what it prints. */
  run(...command: string[]): Promise<string>;
  /** The value of a unit's property. */
  show(unit: string, property: string): Promise<string>;
  /** Ends systemd with all that it has started. */
  end(): Promise<void>;
};

/**
 * Starts the real systemd with the units of deploy/systemd and these environment variables for them. Needs root
 * on Linux.
 */
export const startSystemd = async (
  environments: Record<'api' | 'worker', Record<string, string>>,
): Promise<Systemd> => {
  if (process.getuid?.() !== 0 || !existsSync(SYSTEMD))
    throw new Error('These tests need root and systemd. Install it first: apt-get install systemd');
  const home = await mkdtemp(join(tmpdir(), 'darkroom-systemd-'));
  await run('mkdir', [join(home, 'space')]);
  for (const [name, settings] of Object.entries(environments)) {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
    await writeFile(join(home, `${name}.env`), lines.join(''));
  }
  const cgroup = join(CGROUPS, `darkroom-test-${process.pid}`);
  const starter = spawn('sh', ['-c', START], {
    env: { PATH: process.env['PATH'], HOME_FOLDER: home, PROJECT: ROOT, CGROUP: cgroup, CGROUPS },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const output of [starter.stdout, starter.stderr])
    output.on('data', (text) => {
      printed = (printed + text).slice(-10_000);
    });
  const endWithTheTest = () => starter.kill('SIGKILL');
  process.once('exit', endWithTheTest);

  const end = async () => {
    process.off('exit', endWithTheTest);
    const exit = starter.exitCode === null && starter.signalCode === null && once(starter, 'exit');
    starter.kill('SIGKILL');
    await exit;
    await until('the cgroups are gone', 10_000, async () => {
      await run('find', [cgroup, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
      return !existsSync(cgroup);
    });
    await rm(home, { recursive: true });
  };
  const enter = async (...command: string[]) => {
    if (starter.exitCode !== null) throw new Error(`systemd has ended: ${printed}`);
    const children = await readFile(`/proc/${starter.pid}/task/${starter.pid}/children`, 'utf8');
    const pid = Number(children);
    const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--root', '--wd'];
    const { stdout } = await run('nsenter', ['--target', String(pid), ...namespaces, ...command]);
    return { pid, stdout: stdout.trim() };
  };
  const isRunning = () => starter.exitCode !== null || enter('systemctl', 'is-system-running');
  await until('systemd answers', 20_000, async () => Boolean(await isRunning())).catch((cause) => {
    throw new Error(`systemd does not answer: ${printed}`, { cause });
  });
  const { pid } = await enter('true');
  return {
    pid,
    run: async (...command) => (await enter(...command)).stdout,
    show: async (unit, property) => (await enter('systemctl', 'show', unit, `-P${property}`)).stdout,
    end,
  };
};
