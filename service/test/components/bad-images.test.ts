import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { inspectImage } from '../../src/components/files/inspect-image.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import { Refusal } from '../../src/domain/errors.ts';
import { chunk, LIMITS, noisy, openFolder, plain, pngBomb, pngText, pngWith } from './sample-images.ts';

const folder = openFolder();

const refusalOf = async (bytes: Buffer | string, limits = LIMITS): Promise<string> => {
  try {
    await inspectImage(folder.file(bytes), limits);
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'unprocessable_image', String(error));
    return error.message;
  }
  throw new Error('it was accepted');
};

const failureOf = async (bytes: Buffer | string, limits = LIMITS): Promise<StepsFailure> => {
  const steps = [{ id: 'small', component: 'resize', params: { width: 16 } }];
  try {
    await applySteps({ steps, inputs: { default: folder.file(bytes) }, output: folder.file(), limits });
  } catch (error) {
    assert.ok(error instanceof StepsFailure, String(error));
    return error;
  }
  throw new Error('it was accepted');
};

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

const SEND = 'send JPEG, PNG, WebP, TIFF, AVIF or GIF.';
const UNKNOWN = `This file is not an image in a supported format; ${SEND}`;
const starting = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]);

/** A TIFF file whose first image has these tags of 32 bits, in front of a plain image. */
const tiffWith = (tags: Record<number, number>): Buffer => {
  const entries = Object.entries(tags).map(([tag, value]) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(Number(tag), 0);
    entry.writeUInt16LE(4, 2);
    entry.writeUInt32LE(1, 4);
    entry.writeUInt32LE(value, 8);
    return entry;
  });
  const header = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, entries.length, 0]);
  return Buffer.concat([header, ...entries, Buffer.alloc(200)]);
};

describe('a file in a format that is not accepted is refused by name, by upload and by a lane', () => {
  const refused: [name: string, bytes: Buffer | string][] = [
    ['BMP', starting('BM')],
    ['SVG', SVG],
    ['SVG', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${SVG}`],
    ['HTML', '<!DOCTYPE html><html><body><svg></svg></body></html>'],
    ['PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'],
    ['EPS', '%!PS-Adobe-3.0 EPSF-3.0\nshowpage\n'],
    ['Photoshop (PSD)', starting('8BPS\0\x01')],
    ['ICO', starting('\0\0\x01\0\x01\0\x10\x10')],
    ['JPEG XL', starting('\xff\x0a')],
    ['JPEG XL', starting('\0\0\0\x0cJXL \r\n\x87\n')],
    ['JPEG 2000', starting('\0\0\0\x0cjP  \r\n\x87\n')],
    ['OpenEXR', starting('v/1\x01')],
    ['Radiance HDR', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n0000'],
    ['PNM', 'P6 2 2 255\n0123456789ab'],
    ['A raw camera file (CR2)', starting('II*\0\x10\0\0\0CR\x02\0')],
    ['A raw camera file (CR3)', starting('\0\0\0\x18ftypcrx ')],
    ['A raw camera file (RAF)', starting('FUJIFILMCCD-RAW 0201')],
    ['A raw camera file (DNG)', tiffWith({ 254: 1, 50706: 0x401 })],
    ['A raw camera file', tiffWith({ 254: 1, 330: 500 })],
    ['Video', starting('\0\0\0\x18ftypmp42')],
    ['Video', starting('\0\0\0\x14ftypqt  ')],
    ['Video', starting('\x1aE\xdf\xa3')],
    ['A ZIP archive', ZIP],
  ];
  for (const [index, [name, bytes]] of refused.entries())
    it(`${name} (${index})`, async () => {
      assert.equal(await refusalOf(bytes), `${name} is not supported; ${SEND}`);
      const { code, message } = await failureOf(bytes);
      assert.deepEqual([code, message], ['input_unreadable', `${name} is not supported; ${SEND}`]);
    });

  it('HEIC, which is not promised where the decoder cannot read it', async () => {
    assert.equal(await refusalOf(await heic()), `HEIC is not supported; ${SEND}`);
    assert.equal((await failureOf(await heic())).message, `HEIC is not supported; ${SEND}`);
  });

  const unknown: [what: string, bytes: Buffer | string][] = [
    ['text', 'To whom it may concern.\n'.repeat(50)],
    ['text that starts like a BMP', 'BMW is a carmaker.\n'.repeat(50)],
    ['a table of numbers', '1 2 3\n4 5 6\n'],
    ['an image of the image library itself', starting('\x08\xf2\xa6\xb6')],
  ];
  for (const [what, bytes] of unknown)
    it(`${what} has no name, and is told what to send instead`, async () => {
      assert.equal(await refusalOf(bytes), UNKNOWN);
      assert.equal((await failureOf(bytes)).message, UNKNOWN);
    });

  it('a TIFF with tags that raw files have as well stays a TIFF', async () => {
    const tiff = await plain(40, 30, [9, 9, 9]).tiff().toBuffer();
    assert.equal((await inspectImage(folder.file(tiff), LIMITS)).format, 'tiff');
    for (const tags of [{ 254: 1 }, { 254: 0, 330: 500 }])
      assert.doesNotMatch(await refusalOf(tiffWith(tags)), /not supported/);
  });
});

describe('a file that holds no image is refused, by upload and by a lane', () => {
  const BROKEN = /The image is broken or cut short|header of the image is broken/;
  const holdNone: [what: string, bytes: Buffer | string, message: RegExp][] = [
    ['an empty file', '', /is empty/],
    ['the first bytes of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), BROKEN],
    ['the first bytes of a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), BROKEN],
  ];
  for (const [what, bytes, message] of holdNone)
    it(what, async () => {
      const refusal = await refusalOf(bytes);
      assert.match(refusal, message);
      const failure = await failureOf(bytes);
      assert.equal(failure.code, 'input_unreadable');
      // Neither message reveals where the service keeps its files.
      assert.doesNotMatch(refusal + failure.message, /\/|\n/);
    });
});

describe('an image that breaks off', () => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)
    it(`is unreadable as ${format}, in a sentence that helps`, async () => {
      const bytes = await noisy(300, 200).toFormat(format).toBuffer();
      const failure = await failureOf(bytes.subarray(0, Math.floor(bytes.length * 0.6)));
      assert.deepEqual([failure.code, failure.component], ['input_unreadable', null]);
      assert.match(
        failure.message,
        /^The image (?:cannot be read \(.+\)|is broken or cut short)\. Check that it opens in an image viewer, and send it again\.$/,
      );
      assert.doesNotMatch(failure.message, /\/|\n/);
    });

  it('in a large file as well', async () => {
    const path = folder.file(await noisy(1200, 900).jpeg({ quality: 95 }).toBuffer());
    truncateSync(path, 300_000);
    await assert.rejects(
      applySteps({
        steps: [{ id: 'c', component: 'canvas', params: {} }],
        inputs: { default: path },
        output: folder.file(),
        limits: LIMITS,
      }),
      { code: 'input_unreadable', message: /^[^/\n]+$/ },
    );
  });
});

describe('an image over a limit', () => {
  it('of bytes is refused', async () => {
    const bytes = await noisy(100, 100).png().toBuffer();
    assert.match(
      await refusalOf(bytes, { ...LIMITS, maxBytes: 1000 }),
      /^The file has \d+ bytes; at most 1000 are accepted\.$/,
    );
  });

  it('of pixels is refused', async () => {
    const limits = { ...LIMITS, maxPixels: 9999 };
    const bytes = await plain(100, 100, [1, 2, 3]).jpeg().toBuffer();
    assert.match(
      await refusalOf(bytes, limits),
      /^The image has 100 x 100 pixels; at most 9999 are accepted\.$/,
    );
    assert.equal((await failureOf(bytes, limits)).code, 'input_unreadable');
  });

  it('of AVIF pixels is refused', async () => {
    const limits = { ...LIMITS, maxHeifPixels: 9999 };
    const bytes = await plain(100, 100, [1, 2, 3]).avif().toBuffer();
    assert.match(await refusalOf(bytes, limits), /at most 9999 are accepted in this format\.$/);
    assert.match((await failureOf(bytes, limits)).message, /more than 9999 pixels/);
    assert.equal(
      (await inspectImage(folder.file(await plain(100, 100, [1, 2, 3]).png().toBuffer()), limits)).format,
      'png',
    );
  });

  it('that hides in few bytes is refused by its header', async () => {
    const bomb = pngBomb(50_000, 50_000);
    assert.ok(bomb.length < 10_000);
    assert.match(await refusalOf(bomb), /^The image has 50000 x 50000 pixels/);
    assert.equal((await failureOf(bomb)).code, 'input_unreadable');
  });
});

const MiB = 1024 * 1024;

/** A TIFF of 1 x 1 pixels with so many pages, each with these entries besides: tag, and bytes from the file's start. */
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

describe('an image whose few bytes beside the pixels cost much time or memory is refused, by upload and by a lane', () => {
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

  it('but not one with as much metadata as cameras and editors write', async () => {
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

describe('an image is what the decoder finds', () => {
  it('whatever follows it', async () => {
    const jpeg = await plain(40, 30, [9, 9, 9]).jpeg().toBuffer();
    assert.equal((await inspectImage(folder.file(Buffer.concat([jpeg, ZIP])), LIMITS)).format, 'jpeg');
    const gif = await plain(40, 30, [9, 9, 9]).gif().toBuffer();
    const script = Buffer.concat([gif, Buffer.from('/*"*/=1;alert(1)//')]);
    assert.equal((await inspectImage(folder.file(script), LIMITS)).contentType, 'image/gif');
  });

  it('whatever its name says', async () => {
    const path = folder.file(await plain(40, 30, [9, 9, 9]).png().toBuffer());
    assert.deepEqual(await inspectImage(path, LIMITS), {
      format: 'png',
      contentType: 'image/png',
      width: 40,
      height: 30,
      bytes: (await sharp(path).toBuffer()).length,
    });
  });

  it('for each format that is accepted', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const) {
      const path = folder.file(await plain(40, 30, [9, 9, 9]).toFormat(format).toBuffer());
      const facts = await inspectImage(path, LIMITS);
      assert.deepEqual(
        [facts.format, facts.contentType, facts.width, facts.height],
        [format, `image/${format}`, 40, 30],
      );
    }
  });

  it('with a preview or gain map behind it, as phones write it', async () => {
    const jpeg = await plain(40, 30, [9, 9, 9]).jpeg().toBuffer();
    const index = Buffer.concat([Buffer.from('MPF\0'), Buffer.alloc(60)]);
    const segment = Buffer.from([0xff, 0xe2, 0, index.length + 2, ...index]);
    const phone = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2), jpeg]);
    const facts = await inspectImage(folder.file(phone), LIMITS);
    assert.deepEqual([facts.format, facts.width], ['jpeg', 40]);
  });
});

/** An AVIF that says it is coded as HEVC. */
async function heic(): Promise<Buffer> {
  const avif = await plain(64, 64, [9, 9, 9]).avif().toBuffer();
  const text = avif
    .toString('latin1')
    .replaceAll('avif', 'heic')
    .replaceAll('av01', 'hvc1')
    .replaceAll('av1C', 'hvcC');
  return Buffer.from(text, 'latin1');
}
