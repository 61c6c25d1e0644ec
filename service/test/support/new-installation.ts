import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, type TestContext } from 'node:test';
import { MAIN } from './main-file.ts';

const READY = /^Darkroom is ready at (http:\/\/127\.0\.0\.1:\d+)$/;

/** The setting for a shared compile cache, for an installation whose tests do not depend on compiling the code. */
export const compiledCode = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
};

type Options = { mode?: number; env?: Record<string, string> };

/** An empty folder with these permissions, as a new user has it, and the program to start there. */
export const newInstallation = ({ mode = 0o755, env: settings = {} }: Options = {}) => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'darkroom-main-'));
    await chmod(folder, mode);
  });
  after(() => rm(folder, { recursive: true }));

  const run = (role: string[], env: Record<string, string>) => {
    const { DATABASE_URL: _, NODE_TEST_CONTEXT: __, NODE_COMPILE_CACHE: ___, ...inherited } = process.env;
    return spawn(process.execPath, [MAIN, ...role], {
      cwd: folder,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  /** Starts as a new user would, and reads what is printed until the service is ready. */
  const start = async (test: Pick<TestContext, 'after'>) => {
    const child = run(['start'], {
      DARKROOM_PORT: '0',
      DARKROOM_LOG_LEVEL: 'warn',
      DARKROOM_LANES: '1',
      DARKROOM_DATA_DIR: join(folder, 'data'),
      ...settings,
    });
    test.after(() => child.kill('SIGTERM'));
    const stderr = text(child.stderr);
    let printed = '';
    for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += chunk;
      if (printed.includes('Darkroom is ready')) break;
    }
    const lines = printed.trimEnd().split('\n');
    const base = READY.exec(lines.at(-1) ?? '')?.[1];
    assert.ok(base, `${printed}${base ? '' : await stderr}`);
    const printedAs = (name: string) => new RegExp(`^  ${name}\\s+(\\S.*)$`, 'm').exec(printed)?.[1];
    const stop = async () => {
      child.stdout.resume();
      child.kill('SIGINT');
      const [code] = await once(child, 'exit');
      assert.deepEqual({ code, stderr: await stderr }, { code: 0, stderr: '' });
    };
    return {
      base,
      pid: child.pid!,
      printed,
      email: printedAs('Administrator')!,
      password: printedAs('Password')!,
      key: printedAs('API key')!,
      stop,
    };
  };

  return { run, start, folder: () => folder };
};
