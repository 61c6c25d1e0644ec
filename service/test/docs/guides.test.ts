import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Service, startService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHELL_BLOCK = /^```sh\n(.*?)^```$/gms;
const run = promisify(execFile);

const guides = async () => {
  const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => join('docs', name))];
};

describe('the guides', () => {
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'darkroom-guides-'));
    await symlink(join(ROOT, 'service'), join(folder, 'service'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await service.stop();
  });

  it('contain only commands that work when they are pasted', async () => {
    const workflows = await service.administrator('GET /v1/workflow?limit=1');
    const { entries } = workflows.json<{ entries: [{ id: string }] }>();
    const env = { ...process.env, URL: service.base, KEY: service.administratorKey, WORKFLOW: entries[0].id };
    let blocks = 0;
    for (const guide of await guides()) {
      const text = await readFile(join(ROOT, guide), 'utf8');
      for (const [, commands] of text.matchAll(SHELL_BLOCK)) {
        blocks += 1;
        await run('bash', ['-euc', commands ?? ''], { cwd: folder, env });
      }
    }
    assert.ok(blocks > 0);
    const { format, width } = await sharp(join(folder, 'result.jpg')).metadata();
    assert.deepEqual({ format, width }, { format: 'jpeg', width: 2000 });
  });

  it('name only files that exist', async () => {
    for (const guide of ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...(await guides())]) {
      const text = await readFile(join(ROOT, guide), 'utf8');
      for (const [, link] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
        await assert.doesNotReject(
          readdir(join(ROOT, guide, '..', link ?? '')).catch((error) => {
            if (error.code !== 'ENOTDIR') throw error;
          }),
          `${guide} names ${link}`,
        );
    }
  });
});
