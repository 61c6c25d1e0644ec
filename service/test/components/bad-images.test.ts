import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inspectImage } from '../../src/components/files/inspect-image.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { failureOf, refusalOf } from './refusals.ts';
import { LIMITS, noisy, openFolder, plain } from './sample-images.ts';

const folder = openFolder();

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
//www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

const SEND = 'send JPEG, PNG, WebP, TIFF, AVIF or GIF.';
const UNKNOWN = `This file is not an image in a supported format; ${SEND}`;
const starting = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]);

/** A TIFF file with one directory that has these tags, each with one value of 32 bits, and no pixel data. */
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
    it(`${what} is refused without a format name, and the message says what to send instead`, async () => {
      assert.equal(await refusalOf(bytes), UNKNOWN);
      assert.equal((await failureOf(bytes)).message, UNKNOWN);
    });

  it('a TIFF with tags that raw files also use is accepted as a TIFF', async () => {
    const tiff = await plain(40, 30, [9, 9, 9]).tiff().toBuffer();
    assert.equal((await inspectImage(folder.file(tiff), LIMITS)).format, 'tiff');
    for (const tags of [{ 254: 1 }, { 254: 0, 330: 500 }])
      assert.doesNotMatch(await refusalOf(tiffWith(tags)), /not supported/);
  });
});

describe('a file that holds no image is refused, by upload and by a lane', () => {
  const BROKEN = /The image is broken or cut short|header of the image is broken/;
  const withoutImage: [what: string, bytes: Buffer | string, message: RegExp][] = [
    ['an empty file', '', /is empty/],
    ['the first bytes of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), BROKEN],
    ['the first bytes of a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), BROKEN],
  ];
  for (const [what, bytes, message] of withoutImage)
    it(what, async () => {
      const refusal = await refusalOf(bytes);
      assert.match(refusal, message);
      const failure = await failureOf(bytes);
      assert.equal(failure.code, 'input_unreadable');
      // Neither message reveals where the service keeps its files.
      assert.doesNotMatch(refusal + failure.message, /\/|\n/);
    });
});

describe('a truncated image', () => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)
    it(`is unreadable as ${format}, and the message says what to do`, async () => {
      const bytes = await noisy(120, 80).toFormat(format).toBuffer();
      const failure = await failureOf(bytes.subarray(0, Math.floor(bytes.length * 0.6)));
      assert.deepEqual([failure.code, failure.component], ['input_unreadable', null]);
      assert.match(
        failure.message,
        /^The image (?:cannot be read \(.+\)|is broken or cut short)\. Check that it opens in an image viewer, and send it again\.$/,
      );
      assert.doesNotMatch(failure.message, /\/|\n/);
    });

  it('is unreadable also when the file is large', async () => {
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

describe('an image is recognised by its content', () => {
  it('whatever data follows it', async () => {
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
