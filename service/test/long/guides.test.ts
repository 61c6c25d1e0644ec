import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { readConfig } from '../../src/config.ts';
import { compiledCode, newInstallation } from '../support/new-installation.ts';
import { smallPhoto } from '../support/small-photo.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHELL_BLOCK = /^```sh\n(.*?)^```$/gms;
const { host, port } = readConfig({});
const DEFAULT_ADDRESS = `http://${host}:${port}`;
const run = promisify(execFile);

const guides = async () => {
  const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => join('docs', name))];
};

describe('the guides', () => {
  const installation = newInstallation({ env: compiledCode() });

  it('contain only commands that work when they are pasted as they stand', async (t) => {
    const folder = installation.folder();
    for (const name of ['docs', 'node_modules']) await symlink(join(ROOT, name), join(folder, name));
    const samples = join(folder, 'service/samples');
    await mkdir(samples, { recursive: true });
    for (const name of ['carton.jpg', 'mug.jpg']) await smallPhoto(name, samples);
    const { base, stop } = await installation.start(t);
    // With "-u", the use of a variable that the commands do not set themselves is an error.
    const { URL: _, KEY: __, WORKFLOW: ___, ...env } = process.env;
    for (const guide of await guides()) {
      const text = await readFile(join(ROOT, guide), 'utf8');
      for (const [, commands = ''] of text.matchAll(SHELL_BLOCK))
        await run('bash', ['-euo', 'pipefail', '-c', commands.replaceAll(DEFAULT_ADDRESS, base)], {
          cwd: folder,
          env,
        });
    }
    const { format, width } = await sharp(join(folder, 'result.jpg')).metadata();
    assert.deepEqual({ format, width }, { format: 'jpeg', width: 2000 });
    assert.deepEqual((await readdir(join(folder, 'results'))).sort(), ['carton.jpg', 'mug.jpg']);
    await stop();
  });
});
