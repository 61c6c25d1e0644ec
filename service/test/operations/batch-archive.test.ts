import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import type { BatchId, ContentHash, ExecutionId, OrganizationId } from '../../src/domain/ids.ts';
import { openArchiveNames, readNameTemplate } from '../../src/domain/images/archive-names.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { planArchive } from '../../src/operations/batches/plan-archive.ts';
import { readArchive } from '../../src/operations/batches/read-archive.ts';
import type { ArchivedExecution } from '../../src/ports/batches.ts';
import type { ObjectStore } from '../../src/ports/images/object-store.ts';
import type { BrokenObject } from '../../src/ports/retention.ts';
import { putInto } from '../object-stores/contract.ts';
import { listZip, readZip } from '../support/read-zip.ts';

const ORGANIZATION = '018f3a5e-7c00-7000-8000-000000000001' as OrganizationId;
const BATCH = '018f3a5e-7c00-7000-8000-000000000002' as BatchId;
const AT = new Date('2026-01-31T12:00:00.000Z');

describe('the archive of a batch', () => {
  let dir: string;
  let objects: ObjectStore;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'darkroom-archive-'));
    objects = await openFilesystemStore({ dir, minFreeBytes: 0 });
  });
  after(() => rm(dir, { recursive: true }));

  const executionOf = (
    index: number,
    name: string,
    result?: { bytes: number; crc32: number; hash: ContentHash },
    more: Partial<ArchivedExecution> = {},
  ): ArchivedExecution => ({
    id: `execution-${index}` as ExecutionId,
    status: result ? 'COMPLETED' : 'FAILED',
    workflowName: 'Packshot',
    labels: {},
    inputFileName: name,
    inputContentHash: 'a'.repeat(64) as ContentHash,
    chargedCredits: result ? 10 : null,
    error: result ? null : { code: 'canceled', message: '=cmd()', component: null },
    createdAt: AT,
    result: result && { ...result, fileName: name, format: 'jpeg', finishedAt: AT },
    outputs: [],
    ...more,
  });
  const stored = async (text: string) => {
    const bytes = Buffer.from(text);
    await putInto(objects, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
    return { bytes: bytes.length, crc32: crc32(bytes), hash };
  };
  const plan = (executions: ArchivedExecution[], names = '{name}', withOutputs = false) => {
    const readExecutions = async (
      _: unknown,
      __: unknown,
      visit: (page: ArchivedExecution[]) => Promise<void>,
    ) => {
      for (let at = 0; at < executions.length; at += 1000) await visit(executions.slice(at, at + 1000));
    };
    return planArchive({ batches: { readExecutions }, objects }, ORGANIZATION, BATCH, {
      names,
      withOutputs,
    });
  };
  const told: BrokenObject[] = [];
  const reportBroken = (found: BrokenObject) => void told.push(found);
  const read = async (planned: Awaited<ReturnType<typeof plan>>, start = 0, end = planned.bytes - 1) => {
    const parts: Buffer[] = [];
    for await (const part of readArchive({ objects, reportBroken }, planned, { start, end }))
      parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  };

  it('has the length that was announced, the images byte for byte, and a manifest of all executions', async () => {
    const [one, two] = [await stored('first image'), await stored('x'.repeat(700_000))];
    const planned = await plan([
      executionOf(1, 'a.jpg', one),
      executionOf(2, 'failed, too.jpg'),
      executionOf(3, 'b.jpg', two),
    ]);
    const zip = await read(planned);
    assert.equal(zip.length, planned.bytes);
    const files = readZip(zip);
    assert.deepEqual(
      files.map(({ name, bytes }) => [name, bytes.length]),
      [
        ['a.jpg', 11],
        ['b.jpg', 700_000],
        ['manifest.csv', planned.manifestBytes],
      ],
    );
    const rows = files.at(-1)!.bytes.toString().split('\r\n');
    assert.equal(rows.length, 5);
    assert.equal(
      rows[0],
      'id,fileName,inputFileName,inputContentHash,resultFileName,resultContentHash,status,chargedCredits,errorCode,errorMessage,createdAt',
    );
    assert.ok(
      rows[1]?.startsWith(`execution-1,a.jpg,a.jpg,${'a'.repeat(64)},a.jpg,${one.hash},COMPLETED,10,,,`),
    );
    assert.ok(rows[2]?.includes('"failed, too.jpg"') && rows[2].includes("canceled,'=cmd(),"), rows[2]);
    await planned.close();
  });

  it('has the named outputs only when all are wanted, named after the result and listed in the manifest', async () => {
    const [whole, small] = [await stored('whole'), await stored('small')];
    const outputs: ArchivedExecution['outputs'] = [
      { ...small, output: 'small', fileName: 'a_small.png', format: 'png' },
    ];
    const executions = [executionOf(1, 'a.jpg', whole, { outputs }), executionOf(2, 'b.jpg')];
    const few = await plan(executions, '{name}-{index}');
    const all = await plan(executions, '{name}-{index}', true);
    const namesIn = async (planned: typeof all) => readZip(await read(planned)).map(({ name }) => name);
    assert.deepEqual(await namesIn(few), ['a-1.jpg', 'manifest.csv']);
    assert.deepEqual(await namesIn(all), ['a-1.jpg', 'a-1_small.png', 'manifest.csv']);
    const rows = readZip(await read(all))
      .at(-1)!
      .bytes.toString()
      .split('\r\n');
    assert.ok(rows[0]?.endsWith(',createdAt,output'));
    assert.match(rows[1]!, /^execution-1,a-1\.jpg,.*,default$/);
    assert.match(rows[2]!, /^execution-1,a-1_small\.png,.*,a_small\.png,.*,small$/);
    assert.match(rows[3]!, /^execution-2,,/);
    await Promise.all([few.close(), all.close()]);
  });

  it('gives the same bytes for every range, and the same tag for the same content', async () => {
    const images = await Promise.all(['one', 'second', 'the third'].map(stored));
    const executions = images.map((image, index) => executionOf(index, 'shoe.jpg', image));
    const [planned, again] = [await plan(executions), await plan(executions)];
    const other = await plan(executions, '{index}');
    assert.equal(planned.tag, again.tag);
    assert.notEqual(planned.tag, other.tag);
    const whole = await read(planned);
    for (let start = 0; start < whole.length; start += 17)
      for (const length of [1, 13, 5000]) {
        const end = Math.min(whole.length, start + length) - 1;
        assert.deepEqual(await read(planned, start, end), whole.subarray(start, end + 1));
      }
    await Promise.all([planned, again, other].map((one) => one.close()));
  });

  it('uses ZIP64 where an offset or the number of entries needs it', async () => {
    const image = await stored('small');
    // With the manifest, this is one entry more than a field of 16 bits can count.
    const many = Array.from({ length: 65_535 }, (_, index) => executionOf(index, `${index}.jpg`, image));
    const planned = await plan(many);
    const directory = await read(planned, planned.directoryAt, planned.bytes - 1);
    assert.equal(listZip(directory, planned.bytes).length, 65_536);
    await planned.close();

    // Sizes alone decide the layout, so the end of an archive of 6 GB can be read without its images.
    const large = Array.from({ length: 3 }, (_, index) =>
      executionOf(index, `${index}.jpg`, { ...image, bytes: 3 * 2 ** 30 }),
    );
    const huge = await plan(large);
    const tail = await read(huge, huge.directoryAt, huge.bytes - 1);
    assert.deepEqual(
      listZip(tail, huge.bytes).map(({ name, offset }) => [name, offset > 2 ** 32]),
      [
        ['0.jpg', false],
        ['1.jpg', false],
        ['2.jpg', true],
        ['manifest.csv', true],
      ],
    );
    await huge.close();
  });

  it('breaks off at an image that is missing or damaged, whatever its size, and tells which', async () => {
    for (const text of ['small', 'x'.repeat(700_000)]) {
      const [good, bad] = [await stored(`good ${text}`), await stored(`bad ${text}`)];
      const planned = await plan([executionOf(1, 'a.jpg', bad), executionOf(2, 'b.jpg', good)]);
      for (const [problem, spoil] of [
        ['damaged', async (path: string) => writeFile(path, `Bad ${text}`)],
        ['damaged', async (path: string) => writeFile(path, 'short')],
        ['missing', rm],
      ] as const) {
        await spoil(await objects.path(bad.hash));
        await assert.rejects(read(planned), { code: 'unavailable' });
        assert.deepEqual(told.splice(0), [{ hash: bad.hash, problem }]);
      }
      await planned.close();
    }
  });

  it('of an empty batch has a manifest without rows', async () => {
    const planned = await plan([]);
    assert.deepEqual(
      readZip(await read(planned)).map(({ name }) => name),
      ['manifest.csv'],
    );
    await planned.close();
  });
});

describe('names in an archive', () => {
  const nameAll = (...texts: string[]) => {
    const names = openArchiveNames(['manifest.csv']);
    return texts.map((text) => names.name(text, 'jpg'));
  };

  it('are unique even where case is ignored, also against a name that looks numbered', () => {
    assert.deepEqual(nameAll('shoe', 'Shoe', 'shoe (2)', 'SHOE', 'straße', 'STRASSE'), [
      'shoe.jpg',
      'Shoe (2).jpg',
      'shoe (2) (2).jpg',
      'SHOE (3).jpg',
      'straße.jpg',
      'STRASSE (2).jpg',
    ]);
    const names = openArchiveNames(['manifest.csv']);
    assert.equal(names.name('Manifest', 'csv'), 'Manifest (2).csv');
    const many = nameAll(...Array.from({ length: 5_000 }, () => 'same'));
    assert.equal(new Set(many.map((name) => name.toLowerCase())).size, 5_000);
  });

  it('are a single path component, without control characters, device names and leading dots', () => {
    assert.deepEqual(
      nameAll(
        '../../etc/passwd',
        '..\\..\\win.ini',
        'a\0b\u0007\u202ec',
        '...',
        'CON',
        'com1.x',
        'a. ',
        '.hidden',
      ),
      [
        '_.._etc_passwd.jpg',
        '_.._win.ini.jpg',
        'abc.jpg',
        'image.jpg',
        '_CON.jpg',
        '_com1.x.jpg',
        'a.jpg',
        'hidden.jpg',
      ],
    );
  });

  it('have at most 250 bytes, cut between characters, also when they are numbered', () => {
    const [first, second] = nameAll('é'.repeat(200), 'é'.repeat(200));
    for (const name of [first!, second!]) {
      assert.ok(Buffer.byteLength(name) <= 250, name);
      assert.ok(!name.includes('\ufffd'));
    }
    assert.match(second!, /^é+ \(2\)\.jpg$/);
  });

  it('follow the template; an unknown placeholder is refused', () => {
    const nameOf = readNameTemplate('{label.sku}-{index} {name} {workflow}{label.none}');
    const labels = { sku: 'A/1' };
    assert.equal(nameOf({ name: 'shoe', index: 7, workflow: 'White', labels }), 'A/1-7 shoe White');
    assert.throws(() => readNameTemplate('{nmae}'), /names.*\{nmae\}/);
  });
});
