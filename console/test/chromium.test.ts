import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findChromium } from './support/chromium.ts';
import { ensureChromium, type InstallMethod, installMethods } from './support/ensure-chromium.ts';

const SCRIPT = join(import.meta.dirname, 'support/install-chromium.ts');

/** A machine whose file system is an empty folder: it has only the files that a test puts there. */
const emptyMachine = (t: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'darkroom-chromium-'));
  t.after(() => rmSync(root, { recursive: true }));
  const put = (path: string): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return file;
  };
  const playwrightPath = join(root, 'playwright/chrome');
  const find = (env: Record<string, string> = {}) => findChromium({ env, root, playwrightPath });
  return { root, put, find };
};

test('CHROMIUM_PATH comes first, then the usual places, then the PATH, then what Playwright keeps', (t) => {
  const { root, put, find } = emptyMachine(t);
  const env = { PATH: [join(root, 'none'), join(root, 'opt/bin')].join(delimiter) };
  assert.equal(find(env), undefined);
  const playwrightPath = put('playwright/chrome');
  assert.equal(find(env), playwrightPath);
  const onPath = put('opt/bin/google-chrome');
  assert.equal(find(env), onPath);
  assert.equal(find(), playwrightPath);
  const usual = put('usr/bin/chromium-browser');
  assert.equal(find(env), usual);
  const configured = put('somewhere/else');
  assert.equal(find({ ...env, CHROMIUM_PATH: configured }), configured);
});

test('a CHROMIUM_PATH without a file is an error, even if another Chromium is installed', (t) => {
  const { put, find } = emptyMachine(t);
  put('usr/bin/chromium');
  assert.throws(() => find({ CHROMIUM_PATH: '/nowhere' }), /^Error: CHROMIUM_PATH names \/nowhere/);
});

const firstWords = (methods: readonly InstallMethod[]) => methods.map(([first]) => first?.[0]);

test('root installs a package of Debian where there is one; others, and then root too, download Playwright’s', (t) => {
  const { root, put } = emptyMachine(t);
  assert.deepEqual(firstWords(installMethods({ isRoot: true, root })), [process.execPath]);
  put('usr/bin/apt-get');
  assert.deepEqual(firstWords(installMethods({ isRoot: false, root })), [process.execPath]);
  const methods = installMethods({ isRoot: true, root });
  assert.deepEqual(firstWords(methods), ['apt-get', 'apt-get', process.execPath]);
  const packages = methods.slice(0, 2).map((method) => method.at(-1)?.at(-1));
  assert.deepEqual(packages, ['chromium-headless-shell', 'chromium']);
  assert.deepEqual(methods[2]?.[0]?.slice(2), ['install', 'chromium']);
});

/** Runs `ensureChromium` on an empty machine. `outcomes` says which file a command installs, or that it fails. */
const ensure = (t: TestContext, outcomes: Record<string, string | 'nothing' | 'fails'>, found?: string) => {
  const { put, find } = emptyMachine(t);
  if (found) put(found);
  const ran: string[] = [];
  const logged: string[] = [];
  const methods: InstallMethod[] = [[['update'], ['package']], [['download']]];
  const isThere = ensureChromium(methods, {
    find: () => find(),
    log: (line) => logged.push(line),
    run: (command) => {
      ran.push(command);
      const outcome = outcomes[command] ?? 'nothing';
      if (outcome === 'fails') throw new Error(`${command} failed.`);
      if (outcome !== 'nothing') put(outcome);
    },
  });
  return { isThere, ran, logged };
};

test('nothing is installed if a Chromium is found', (t) => {
  assert.deepEqual(ensure(t, {}, 'usr/bin/chromium'), { isThere: true, ran: [], logged: [] });
});

test('the first way to install that works ends the search; one that fails is reported and the next is tried', (t) => {
  assert.deepEqual(ensure(t, { package: 'usr/bin/chromium' }), {
    isThere: true,
    ran: ['update', 'package'],
    logged: [],
  });
  assert.deepEqual(ensure(t, { update: 'fails', download: 'playwright/chrome' }), {
    isThere: true,
    ran: ['update', 'download'],
    logged: ['update failed.'],
  });
});

test('if no way to install works, the command reports it and fails', (t) => {
  for (const outcome of ['nothing', 'fails']) {
    const { isThere, logged } = ensure(t, { package: outcome, download: outcome });
    assert.equal(isThere, false);
    assert.match(logged.at(-1) ?? '', /^The pages cannot be tested: no Chromium/);
  }
});

test('the command succeeds if a Chromium is found, and fails for a wrong CHROMIUM_PATH', (t) => {
  const { put } = emptyMachine(t);
  const run = (CHROMIUM_PATH: string) => {
    const env = { ...process.env, CHROMIUM_PATH };
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  assert.deepEqual(run(put('usr/bin/chromium')), { status: 0, stdout: '', stderr: '' });
  const { status, stdout, stderr } = run('/nowhere');
  assert.deepEqual({ status, stdout }, { status: 1, stdout: '' });
  assert.match(stderr, /^CHROMIUM_PATH names \/nowhere, where nothing is\.\nThe pages cannot be tested/);
});
