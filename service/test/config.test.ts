import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig, SETTINGS } from '../src/config.ts';

test('without an environment every setting has its default', () => {
  const config: Record<string, unknown> = readConfig({});
  for (const [name, { fallback }] of Object.entries(SETTINGS)) assert.deepEqual(config[name], fallback, name);
});

test('without settings a batch is completed after 10 s without a change, and a last lot forms after 30 s', () => {
  const { batchQuietMs, reviewQuietMs } = readConfig({});
  assert.deepEqual({ batchQuietMs, reviewQuietMs }, { batchQuietMs: 10_000, reviewQuietMs: 30_000 });
});

test('an empty setting counts as unset', () => {
  const empty = Object.fromEntries(Object.values(SETTINGS).map(({ env }) => [env, '']));
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('a wrong value is refused in one sentence that names the setting', () => {
  for (const [variable, wrong] of [
    ['DARKROOM_PORT', '65536'],
    ['DARKROOM_PORT', '-1'],
    ['DARKROOM_PORT', '8080 '],
    ['DARKROOM_PORT', '1e3'],
    ['DARKROOM_PUBLIC_URL', 'darkroom.example'],
    ['DARKROOM_PUBLIC_URL', 'ftp://darkroom.example'],
    ['DARKROOM_PUBLIC_URL', 'https://darkroom.example/base/'],
    ['DARKROOM_PUBLIC_URL', 'https://darkroom.example?a=b'],
    ['DARKROOM_PUBLIC_URL', 'https://user@darkroom.example'],
    ['DARKROOM_LANES', '0'],
    ['DARKROOM_API_KEY', 'x'.repeat(31)],
    ['DARKROOM_API_KEY', `${'x'.repeat(32)} y`],
    ['DARKROOM_ADMIN_PASSWORD', 'sieben7'],
    ['DARKROOM_ADMIN_PASSWORD', 'x'.repeat(129)],
    ['DARKROOM_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['DARKROOM_EGRESS_ALLOW', 'example.com'],
    ['DATABASE_URL', 'sqlite:///x'],
  ] as const)
    assert.throws(
      () => readConfig({ [variable]: wrong }),
      (error) =>
        error instanceof ConfigError && new RegExp(`^${variable} must be .+\\.$`).test(error.message),
      `${variable}=${wrong}`,
    );
});

test("the administrator's password follows the rule for new passwords: spaces and any script are allowed", () => {
  const config = readConfig({ DARKROOM_ADMIN_PASSWORD: 'cafe\u0301 au lait' });
  assert.equal(config.adminPassword, 'caf\u00e9 au lait');
});

test('a public address is a host: no path, and no slash at its end', () => {
  for (const given of ['https://x.example//', 'https://X.example:443', 'https://x.example'])
    assert.equal(readConfig({ DARKROOM_PUBLIC_URL: given }).publicUrl, 'https://x.example');
  assert.throws(() => readConfig({ DARKROOM_PUBLIC_URL: 'https://x.example/darkroom' }), {
    message:
      'DARKROOM_PUBLIC_URL must be an address starting with http:// or https:// that ends with the host or port, without a path.',
  });
});

test("a provider's issuer is kept exactly as given, with or without a slash at its end", () => {
  for (const issuer of ['https://id.example/application/o/darkroom/', 'https://id.example'])
    assert.equal(
      readConfig({ DARKROOM_OIDC_ISSUER: issuer, DARKROOM_OIDC_CLIENT_ID: 'x' }).oidcIssuer,
      issuer,
    );
});

test('a wrong declaration of a model is refused with the field that is wrong', () => {
  const declare = (model: unknown) => () => readConfig({ DARKROOM_MODEL: JSON.stringify(model) });
  assert.throws(declare({ file: '/models/isnet.onnx', sha256: 'abc' }), {
    message:
      /^DARKROOM_MODEL must be .+\. The model's sha256 must be the SHA-256 of the file, 64 lower-case hex digits\.$/,
  });
  assert.throws(declare({ colour: 'red' }), { message: /\. The model has no field colour\.$/ });
});

test('a secret can be in a file, which other settings cannot', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-config-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'password');
  await writeFile(file, 'correct horse battery staple\n');
  const read = (env: Record<string, string>) => readConfig(env).adminPassword;
  assert.equal(read({ DARKROOM_ADMIN_PASSWORD_FILE: file }), 'correct horse battery staple');
  assert.equal(
    read({ DARKROOM_ADMIN_PASSWORD: 'another long password', DARKROOM_ADMIN_PASSWORD_FILE: file }),
    'another long password',
  );
  assert.throws(() => read({ DARKROOM_ADMIN_PASSWORD_FILE: join(folder, 'none') }), {
    name: 'Error',
    message: /^DARKROOM_ADMIN_PASSWORD_FILE must name a file that can be read \(ENOENT/,
  });
  assert.equal(readConfig({ DARKROOM_HOST_FILE: file }).host, '127.0.0.1');
});

test('no two settings have the same variable, and each says what it sets in a sentence', () => {
  const settings = Object.values(SETTINGS);
  assert.equal(new Set(settings.map(({ env }) => env)).size, settings.length);
  for (const { env, sentence } of settings) assert.match(sentence, /^[A-Z].+\.$/, env);
});
