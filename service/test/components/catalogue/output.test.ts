import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { noisy, plain, pngBomb } from '../sample-images.ts';
import { apply, CUT_OUT, PHOTO, reasonOf, type Step } from './apply.ts';

describe('convert', () => {
  it('finds the best quality whose file is not larger than asked', async () => {
    const { bytes } = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 95, maxBytes: 60_000 }]]);
    assert.ok(bytes <= 60_000 && bytes > 50_000, `${bytes} bytes`);
    const free = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 40, maxBytes: 60_000_000 }]]);
    const plainly = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 40 }]]);
    assert.equal(free.hash, plainly.hash);
  });

  it('reports the size that it reached when no quality is small enough', async () => {
    const noise = await noisy(200, 200).png().toBuffer();
    const reason = await reasonOf(apply(noise, [['convert', { format: 'jpeg', maxBytes: 300 }]]));
    assert.match(reason, /even the lowest quality takes \d+ bytes, and maxBytes allows 300/);
  });
});

describe('WebP with transparency', () => {
  it('keeps every alpha value, and the colours of opaque pixels', async () => {
    for (const effort of ['fast', 'usual', 'small']) {
      const { output } = await apply(CUT_OUT, [['convert', { format: 'webp', effort }]]);
      const [made, was] = await Promise.all(
        [output, CUT_OUT].map((image) => sharp(image).ensureAlpha().raw().toBuffer()),
      );
      let [off, values] = [0, 0];
      for (let at = 0; at < was!.length; at += 4) {
        assert.equal(made![at + 3], was![at + 3], `opacity of pixel ${at / 4}, ${effort}`);
        if (was![at + 3]! < 255) continue;
        values += 3;
        for (let i = at; i < at + 3; i += 1) off += Math.abs(made![i]! - was![i]!);
      }
      assert.ok(off / values < 3, `colours are off by ${off / values}, ${effort}`);
    }
  });

  it('has no alpha channel when nothing is transparent', async () => {
    const opaque = await sharp(PHOTO).resize(60).ensureAlpha().png().toBuffer();
    const { output } = await apply(opaque, [['convert', { format: 'webp' }]]);
    assert.equal((await sharp(output).metadata()).hasAlpha, false);
  });

  it('spends no bytes on the colours of transparent pixels', async () => {
    const speckled = await noisy(200, 200).ensureAlpha(0).png().toBuffer();
    const { bytes } = await apply(speckled, [['convert', { format: 'webp' }]]);
    assert.ok(bytes < 600, `${bytes} bytes`);
  });

  it('finds the best quality for a file size, with the alpha channel counted', async () => {
    const rough = await noisy(240, 180)
      .joinChannel(await noisy(240, 180).extractChannel(0).raw().toBuffer(), {
        raw: { width: 240, height: 180, channels: 1 },
      })
      .png()
      .toBuffer();
    const free = await apply(rough, [['convert', { format: 'webp' }]]);
    const maxBytes = Math.round(free.bytes * 0.8);
    const { bytes, output } = await apply(rough, [['convert', { format: 'webp', maxBytes }]]);
    assert.ok(bytes <= maxBytes && bytes > maxBytes * 0.9, `${bytes} of ${maxBytes} bytes`);
    assert.equal((await sharp(output).metadata()).hasAlpha, true);
  });

  it('has metadata and a colour profile like any other file', async () => {
    const { output } = await apply(CUT_OUT, [
      ['metadata', { copyright: 'Nord', creator: 'Ada', profile: 'p3' }],
      ['convert', { format: 'webp' }],
    ]);
    const { hasAlpha, exif, xmp, icc, ...size } = await sharp(output).metadata();
    assert.ok(hasAlpha && exif?.includes('Ada') && xmp?.includes('Nord') && icc);
    const { width, height } = await sharp(CUT_OUT).metadata();
    assert.deepEqual([size.width, size.height], [width, height]);
  });
});

describe('a file that would not fit into memory', () => {
  const flat = (width: number, height: number) => plain(width, height, [90, 120, 150]).png().toBuffer();

  it('is refused before it runs, and the message says what to do', async () => {
    // The pixel data of these files ends early, so reading a pixel would fail with another message.
    const large = pngBomb(6400, 5000);
    for (const [params, says] of [
      [{ format: 'avif' }, 'AVIF is limited to 30 megapixels, and this image would have 32.'],
      [{ format: 'avif', lossless: true }, 'Lossless AVIF is limited to 20 megapixels'],
      [{ format: 'avif', chroma: '4:4:4' }, 'AVIF with 4:4:4 is limited to 20 megapixels'],
      [{ format: 'webp', lossless: true }, 'Lossless WebP is limited to 30 megapixels'],
    ] as const) {
      const reason = await reasonOf(apply(large, [['convert', params]]));
      assert.ok(reason.startsWith(says), reason);
      assert.match(reason, /\. Add a resize step before, or choose another format\.$/);
    }
    const reason = await reasonOf(apply(pngBomb(5000, 5000, 4), [['convert', { format: 'avif' }]]));
    assert.ok(reason.startsWith('AVIF with transparency is limited to 20 megapixels'), reason);
    const padded = await reasonOf(
      apply(await flat(40, 40), [
        ['resize', { width: 6400, height: 5000, fit: 'contain' }],
        ['convert', { format: 'avif' }],
      ]),
    );
    assert.ok(padded.startsWith('AVIF is limited to 30 megapixels, and this image would have 32.'), padded);
  });

  it('is allowed when earlier steps make the image small enough', async () => {
    // An image of 5000 x 4100 is above the lowest limit, which is 20 megapixels.
    const limited: Step = ['convert', { format: 'avif', lossless: true }];
    const large = await plain(5000, 4100, [90, 120, 150]).jpeg().toBuffer();
    for (const smaller of [
      ['resize', { width: 100 }],
      ['crop', { by: 'pixels', width: 100, height: 100 }],
    ] as Step[])
      assert.equal((await apply(large, [smaller, limited])).format, 'avif');
    const framed = await sharp(await flat(400, 400))
      .extend({ left: 2300, right: 2300, top: 1850, bottom: 1850, background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    // The output size of crop-to-subject is known only after the step has read the pixels.
    const { format, width } = await apply(framed, [['crop-to-subject', { margin: 0 }], limited]);
    assert.ok(format === 'avif' && width < 450, `${format}, ${width} wide`);
  });
});

describe('a large JPEG', () => {
  it('has no optimized Huffman tables, which would need the whole image in memory', async () => {
    const image = await plain(500, 400, [90, 120, 150]).png().toBuffer();
    /** The Huffman tables: segments that begin with ff c4, in front of the coded pixels. */
    const tablesOf = async (width: number, effort: string) => {
      const { output } = await apply(image, [
        ['resize', { width, enlarge: true, kernel: 'nearest' }],
        ['convert', { format: 'jpeg', effort }],
      ]);
      const file = readFileSync(output);
      const tables: string[] = [];
      for (let at = 2; file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2))
        if (file[at + 1] === 0xc4) tables.push(file.toString('hex', at, at + 2 + file.readUInt16BE(at + 2)));
      return tables;
    };
    const shared = await tablesOf(100, 'fast');
    assert.deepEqual(await tablesOf(5600, 'usual'), shared);
    assert.notDeepEqual(await tablesOf(1000, 'usual'), shared);
  });
});

describe('assert', () => {
  it('lets a good image pass unchanged', async () => {
    const good = await apply(PHOTO, [
      ['assert', { minWidth: 1600, maxRatio: 1.4, minSharpness: 10, maxBytes: 1e6 }],
    ]);
    assert.equal(good.hash, (await apply(PHOTO, [])).hash);
  });

  it('fails with the reason', async () => {
    const fails = async (params: Record<string, unknown>, image = PHOTO) =>
      reasonOf(apply(image, [['assert', params]]));
    assert.match(await fails({ minWidth: 2000 }), /1600 x 1200 pixels; it must be at least 2000 wide/);
    assert.match(await fails({ maxHeight: 1000 }), /at most 1000 high/);
    assert.match(await fails({ minWidth: 2000, maxHeight: 1000 }), /at least 2000 wide.* at most 1000 high/);
    assert.match(await fails({ minRatio: 1, maxRatio: 1 }), /ratio of 1\.33; it must be from 1 to 1/);
    assert.match(
      await fails({ minWhiteBorder: 95 }),
      /percent of the image's edge is white or transparent; at least 95/,
    );
    assert.match(await fails({ maxBytes: 1000 }), /result file has \d+ bytes; at most 1000/);
    const soft = await sharp(PHOTO).blur(12).jpeg().toBuffer();
    assert.match(await fails({ minSharpness: 15 }, soft), /sharpness of \d+; at least 15/);
  });
});
