import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { inspectImage } from '../../src/components/files/inspect-image.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { failureOf, refusalOf } from './refusals.ts';
import { chunk, LIMITS, noisy, openFolder, plain, pngBomb, pngText, pngWith } from './sample-images.ts';

const folder = openFolder();

describe('an image over a limit', () => {
  it('of bytes is refused', async () => {
    const bytes = await noisy(100, 100).png().toBuffer();
    assert.match(
      await refusalOf(bytes, { ...LIMITS, maxBytes: 1000 }),
      /^The file has \d+ bytes; at most 1000 are accepted\. Send a smaller file\.$/,
    );
  });

  it('of pixels is refused', async () => {
    const limits = { ...LIMITS, maxPixels: 9999 };
    const bytes = await plain(100, 100, [1, 2, 3]).jpeg().toBuffer();
    assert.match(
      await refusalOf(bytes, limits),
      /^The image has 100 x 100 pixels; at most 9999 are accepted\. Send a smaller image\.$/,
    );
    assert.equal((await failureOf(bytes, limits)).code, 'input_unreadable');
  });

  it('of AVIF pixels is refused', async () => {
    const limits = { ...LIMITS, maxHeifPixels: 9999 };
    const bytes = await plain(100, 100, [1, 2, 3]).avif().toBuffer();
    assert.match(
      await refusalOf(bytes, limits),
      /at most 9999 are accepted in this format\. Send a smaller image\.$/,
    );
    assert.match((await failureOf(bytes, limits)).message, /more than 9999 pixels/);
    assert.equal(
      (await inspectImage(folder.file(await plain(100, 100, [1, 2, 3]).png().toBuffer()), limits)).format,
      'png',
    );
  });

  it('that is small as a file is refused by its header', async () => {
    const bomb = pngBomb(50_000, 50_000);
    assert.ok(bomb.length < 10_000);
    assert.match(await refusalOf(bomb), /^The image has 50000 x 50000 pixels/);
    assert.equal((await failureOf(bomb)).code, 'input_unreadable');
  });
});

const MiB = 1024 * 1024;

/** A TIFF with this many pages of 1 x 1 pixels. `more` adds entries to each page: tag, and length of the value. */
const tiff = (pages: number, more: [tag: number, bytes: number][] = []): Buffer => {
  const entries = [
    ...[256, 257, 259, 262, 277, 278].map((tag) => [tag, 3, 1, 1]),
    ...[[258, 3, 1, 8]],
    ...[273, 279].map((tag) => [tag, 4, 1, 1]),
    ...more.map(([tag, bytes]) => [tag, 1, bytes, 8]),
  ].sort(([a = 0], [b = 0]) => a - b);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length);
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * index);
    directory.writeUInt16LE(type, 4 + 12 * index);
    directory.writeUInt32LE(count, 6 + 12 * index);
    directory.writeUInt32LE(value, 10 + 12 * index);
  }
  const file = Buffer.alloc(8 + directory.length * pages, Buffer.concat([Buffer.alloc(8), directory]));
  for (let page = 0; page < pages; page += 1) {
    directory.copy(file, 8 + page * directory.length);
    const next = 8 + (page + 1) * directory.length;
    file.writeUInt32LE(page === pages - 1 ? 0 : next, next - 4);
  }
  file.write('II*\0\x08\0\0\0', 'latin1');
  return file;
};

/** A WebP of so many frames. */
const animation = async (frames: number): Promise<Buffer> => {
  const two = await sharp(Buffer.alloc(2 * 4 * 8 * 3, '0123456789'), {
    raw: { width: 4, height: 16, channels: 3, pageHeight: 8 },
  })
    .webp({ loop: 0 })
    .toBuffer();
  const frameAt = two.indexOf('ANMF');
  const frame = two.subarray(frameAt, two.indexOf('ANMF', frameAt + 4));
  const file = Buffer.concat([two.subarray(0, frameAt), Buffer.alloc(frame.length * frames, frame)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

describe('an image whose metadata costs too much time or memory is refused, by upload and by a lane', () => {
  const broken = (text: Buffer): Buffer => {
    const data = Buffer.from(text.subarray(8, -4));
    data[data.length - 1]! ^= 255;
    return chunk('zTXt', data);
  };
  const inflated = /^The PNG holds more than 8 MiB of compressed text or profiles\. Save it without metadata/;
  const international = (bytes: number): Buffer =>
    chunk(
      'iTXt',
      Buffer.concat([Buffer.from('Comment\0\x01\0en\0Comment\0'), deflateSync(Buffer.alloc(bytes, 'a'))]),
    );
  const costly: [what: string, bytes: () => Buffer | Promise<Buffer>, message: RegExp][] = [
    ['a PNG with twenty compressed texts', () => pngWith(...Array(20).fill(pngText(7 * MiB))), inflated],
    ['a PNG with one large compressed text', () => pngWith(pngText(9 * MiB)), inflated],
    [
      'a PNG with international texts and a profile',
      () =>
        pngWith(
          chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(5 * MiB, 'a'))])),
          international(4 * MiB),
        ),
      inflated,
    ],
    [
      'a PNG with texts that are broken at their end',
      () => pngWith(...Array(20).fill(broken(pngText(7 * MiB)))),
      inflated,
    ],
    [
      'a PNG of very many chunks',
      () => {
        const tiny = chunk('tEXt', Buffer.from('a\0b'));
        return pngWith(Buffer.alloc(tiny.length * 100_001, tiny));
      },
      /^The PNG has more than 100000 chunks\./,
    ],
    ['a TIFF of very many pages', () => tiff(30_000), /^The TIFF has more than 200000 directory entries\./],
    [
      'a TIFF whose entries all name the same bytes',
      () =>
        Buffer.concat([
          tiff(
            1,
            Array.from({ length: 50 }, (_, i) => [40_000 + i, MiB]),
          ),
          Buffer.alloc(MiB),
        ]),
      /^The directories of the TIFF point to more data than the file holds\./,
    ],
    ['a WebP of very many frames', () => animation(10_001), /^The WebP has more than 10000 frames\./],
  ];
  for (const [what, bytes, message] of costly)
    it(what, async () => {
      assert.match(await refusalOf(await bytes()), message);
      const failure = await failureOf(await bytes());
      assert.deepEqual([failure.code, failure.component], ['input_unreadable', null]);
      assert.match(failure.message, message);
    });

  it('but an image with as much metadata as cameras and editors write is accepted', async () => {
    const ordinary = [
      await pngWith(pngText(4 * MiB), international(3 * MiB)),
      Buffer.concat([await pngWith(), await pngWith(pngText(20 * MiB))]),
      tiff(1_000),
      Buffer.concat([tiff(1, [[37_724, 20 * MiB]]), Buffer.alloc(20 * MiB)]),
      await animation(1_000),
    ];
    for (const bytes of ordinary) assert.ok((await inspectImage(folder.file(bytes), LIMITS)).width > 0);
  });
});
