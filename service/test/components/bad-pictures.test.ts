import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inspectImage } from '../../src/components/pictures/inspect-image.ts';
import { sharp } from '../../src/components/pictures/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import { Refusal } from '../../src/domain/errors.ts';
import { LIMITS, noisy, openFolder, plain, pngBomb } from './sample-pictures.ts';

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

describe('what is not a picture is refused, by upload and by a lane', () => {
  const notPictures: [what: string, bytes: () => Buffer | string | Promise<Buffer>, message: RegExp][] = [
    ['an empty file', () => '', /is empty/],
    ['text', () => 'To whom it may concern.\n'.repeat(50), /not a picture that can be read here; JPEG, PNG/],
    ['SVG', () => SVG, /not a picture/],
    ['SVG with an XML head', () => `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${SVG}`, /not a picture/],
    [
      'PDF',
      () => '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
      /not a picture/,
    ],
    ['a ZIP archive', () => ZIP, /not a picture/],
    ['a BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), /not a picture/],
    [
      'a picture of the image library itself',
      () => Buffer.concat([Buffer.from('08f2a6b6', 'hex'), Buffer.alloc(200)]),
      /not a picture/,
    ],
    ['a table of numbers', () => '1 2 3\n4 5 6\n', /not a picture/],
    [
      'the first bytes of a JPEG',
      () => Buffer.from('ffd8ffe000104a464946', 'hex'),
      /not a picture|header of the picture is broken/,
    ],
    [
      'the first bytes of a PNG',
      () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
      /not a picture|header of the picture is broken/,
    ],
    ['HEIC whose coding the decoder lacks', heic, /HEIC|header of the picture is broken/],
  ];
  for (const [what, bytes, message] of notPictures)
    it(what, async () => {
      const refusal = await refusalOf(await bytes());
      assert.match(refusal, message);
      const failure = await failureOf(await bytes());
      assert.equal(failure.code, 'input_unreadable');
      // Neither tells where the service keeps its files.
      assert.doesNotMatch(refusal + failure.message, /\/|\n/);
    });
});

describe('a picture that breaks off', () => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)
    it(`is unreadable as ${format}, in a sentence that helps`, async () => {
      const bytes = await noisy(300, 200).toFormat(format).toBuffer();
      const failure = await failureOf(bytes.subarray(0, Math.floor(bytes.length * 0.6)));
      assert.deepEqual([failure.code, failure.component], ['input_unreadable', null]);
      assert.match(
        failure.message,
        /^The picture cannot be read \(.+\)\. Check that it opens in an image viewer, and send it again\.$/,
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

describe('a picture over a limit', () => {
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
      /^The picture has 100 x 100 pixels; at most 9999 are accepted\.$/,
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
    assert.match(await refusalOf(bomb), /^The picture has 50000 x 50000 pixels/);
    assert.equal((await failureOf(bomb)).code, 'input_unreadable');
  });
});

describe('a picture is what the decoder finds', () => {
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
