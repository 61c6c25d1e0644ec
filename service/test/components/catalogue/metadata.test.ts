import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../../src/components/steps/apply-steps.ts';
import { openTraceRecorder } from '../../../src/components/steps/trace-recorder.ts';
import { LIMITS, pixelAt, plain } from '../sample-images.ts';
import { apply, folder, PHOTO, type Step } from './apply.ts';

const numbersOf = async (path: string): Promise<number[]> => [
  ...(await sharp(path, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3),
];
const near = (is: number[], wanted: number[], most: number) =>
  assert.ok(
    wanted.every((level, i) => Math.abs(level - is[i]!) <= most),
    `${is} is not ${wanted}`,
  );

describe('metadata', () => {
  const rights = { copyright: '\u00a9 <Studio> & Nord', creator: 'Ada', credit: 'Nord' };

  it('writes rights as EXIF and XMP, in every format that holds them', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'avif']) {
      const { output } = await apply(PHOTO, [
        ['metadata', rights],
        ['resize', { width: 100 }],
        ['convert', { format }],
      ]);
      const { xmp, exif } = await sharp(output).metadata();
      assert.ok(xmp?.toString().includes('\u00a9 &lt;Studio&gt; &amp; Nord'), format);
      // libvips writes no EXIF into TIFF.
      assert.equal(exif?.includes('Ada') ?? false, format !== 'tiff', format);
    }
  });

  it('keeps the metadata of the camera only when asked to, and never its orientation', async () => {
    const noted = await sharp(PHOTO)
      .resize(120)
      .withExif({ IFD0: { Make: 'Lumen', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    const kept = await apply(noted, [['metadata', { keep: 'everything', ...rights }], ['rotate']]);
    const { exif, orientation = 1 } = await sharp(kept.output).metadata();
    assert.ok(exif?.includes('Lumen') && exif.includes('Ada'));
    assert.equal(orientation, 1);
    const stripped = await apply(noted, [['metadata', rights]]);
    assert.ok(!(await sharp(stripped.output).metadata()).exif?.includes('Lumen'));
  });

  /** A photo with metadata of every kind; the XMP packet has a rating, and a title and a copyright notice of its own. */
  const packet =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="uuid:7" xmp:Rating="5"' +
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:Credit="Old credit"' +
    ' xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6">' +
    '<d:rights><r:Alt><r:li xml:lang="x-default">Old rights</r:li></r:Alt></d:rights>' +
    '<d:title><r:Alt><r:li xml:lang="x-default">Own title</r:li></r:Alt></d:title>' +
    '</r:Description></r:RDF></x:xmpmeta><?xpacket end="w"?>';
  const iptcField = (number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);
  const withMetadata = async (xmp: string, iptc = Buffer.alloc(0)) => {
    const photo = await sharp(PHOTO)
      .resize(120)
      .withExif({ IFD0: { Make: 'Lumen' } })
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    if (iptc.length === 0) return photo;
    const block = Buffer.concat([
      Buffer.from('Photoshop 3.0\0' + '8BIM'),
      Buffer.from([4, 4, 0, 0, 0, 0, 0, iptc.length]),
      iptc,
    ]);
    const head = Buffer.from([0xff, 0xed, 0, block.length + 2]);
    return Buffer.concat([photo.subarray(0, 2), head, block, photo.subarray(2)]);
  };
  const keptIn = async (image: Buffer, params: object, format = 'jpeg') => {
    const recorder = openTraceRecorder();
    const steps = [
      { id: 'm', component: 'metadata', params: { keep: 'everything', ...params } },
      { id: 'c', component: 'convert', params: { format } },
    ];
    const output = folder.file();
    await applySteps(
      { steps, limits: LIMITS, inputs: { default: folder.file(image) }, output },
      {},
      recorder,
    );
    const { exif, xmp, iptc, icc } = await sharp(output).metadata();
    const said = recorder.read().steps[0]?.warnings ?? [];
    return {
      exif: exif?.toString('latin1') ?? '',
      xmp: xmp?.toString() ?? '',
      iptc: iptc?.toString('latin1') ?? '',
      icc,
      said,
    };
  };

  it('adds rights to the metadata that is kept, in place of the same fields', async () => {
    const iptc = Buffer.concat([iptcField(116, 'Old rights'), iptcField(25, 'mug')]);
    const kept = await keptIn(await withMetadata(packet, iptc), rights);
    for (const part of [
      'xmp:Rating="5"',
      'Own title',
      '&lt;Studio&gt; &amp; Nord',
      '>Ada<',
      '>Nord<',
      'rdf:about="uuid:7"',
    ])
      assert.ok(kept.xmp.includes(part), `${part} in ${kept.xmp}`);
    for (const part of ['Old rights', 'Old credit', 'Orientation']) assert.ok(!kept.xmp.includes(part), part);
    assert.ok(kept.iptc.includes('mug') && !kept.iptc.includes('Old rights'), kept.iptc);
    assert.ok(kept.exif.includes('Lumen') && kept.exif.includes('Ada'));
    assert.deepEqual(kept.said, []);
    const asTheyWere = await keptIn(await withMetadata(packet, iptc), {});
    assert.equal(asTheyWere.xmp, packet.replace(' tiff:Orientation="6"', ''));
    assert.ok(asTheyWere.iptc.includes('Old rights'));
  });

  it('warns about metadata that cannot be kept', async () => {
    const tiff = await keptIn(await withMetadata(packet, iptcField(25, 'mug')), rights, 'tiff');
    assert.ok(tiff.xmp.includes('Own title') && tiff.xmp.includes('Ada'));
    assert.match(
      tiff.said.join(' '),
      /TIFF files are written without EXIF.*Only JPEG files are written with the older IPTC/,
    );
    const ofPhotoshop = await withMetadata(packet, iptcField(25, 'mug'));
    ofPhotoshop.writeUInt16BE(0x0425, ofPhotoshop.indexOf('8BIM') + 4);
    assert.doesNotMatch((await keptIn(ofPhotoshop, rights, 'tiff')).said.join(' '), /IPTC/);
    const long = await sharp(PHOTO)
      .resize(120)
      .withXmp(packet.replace('Own title', 'o'.repeat(70_000)))
      .png()
      .toBuffer();
    assert.match(
      (await keptIn(long, rights)).said.join(' '),
      /XMP metadata is larger than 60 kB and was left out/,
    );
    assert.deepEqual((await keptIn(long, rights, 'png')).said, []);
  });

  it('leaves out XMP that cannot be read, and writes the rights alone', async () => {
    const nested = '<a>'.repeat(10_000);
    for (const broken of [
      packet.replace('</r:RDF>', ''),
      packet.replace('<r:RDF', '<!DOCTYPE a [<!ENTITY b "c">]><r:RDF'),
      packet.replace('<d:rights>', nested),
      packet.replace('<d:rights>', '<!-- '.repeat(5000)),
      `<x ${' '.repeat(50_000)}`,
      'words',
    ]) {
      const kept = await keptIn(await withMetadata(broken), rights);
      assert.ok(kept.xmp.includes('>Ada<') && !kept.xmp.includes('Own title'), broken.slice(0, 400));
      assert.match(kept.said.join(' '), /XMP metadata cannot be read and was left out/, broken.slice(0, 400));
      const withoutRights = await keptIn(await withMetadata(broken), {});
      assert.equal(withoutRights.xmp, '', broken.slice(0, 400));
      assert.match(withoutRights.said.join(' '), /XMP metadata cannot be read and was left out/);
    }
  });

  it('embeds no profile unless one is asked for, whatever is kept', async () => {
    assert.equal((await keptIn(await withMetadata(packet), {})).icc, undefined);
    assert.ok((await keptIn(await withMetadata(packet), { profile: 'srgb' })).icc);
  });

  it('converts to Display P3 and embeds that profile', async () => {
    const { output } = await apply(await plain(8, 8, [255, 0, 0]).png().toBuffer(), [
      ['metadata', { profile: 'p3' }],
    ]);
    assert.ok((await sharp(output).metadata()).icc);
    // In Display P3, whose colour space is wider, the same red has these values.
    near(await numbersOf(output), [234, 51, 35], 1);
    near(await pixelAt(output, 2, 2), [255, 0, 0], 2);
  });

  it('keeps the profile of the input, and every colour looks as before', async () => {
    const photo = sharp(PHOTO).resize(100).modulate({ saturation: 1.3 }).withIccProfile('p3');
    const wide = await photo.png().toBuffer();
    const { icc } = await sharp(wide).metadata();
    for (const [format, most] of [
      ['png', 0.1],
      ['tiff', 0.1],
      ['jpeg', 2],
      ['webp', 2],
      ['avif', 2],
    ] as const)
      for (const steps of [[], [['flip'], ['curves'], ['flip']]] as Step[][]) {
        const { output } = await apply(wide, [
          ...steps,
          ['metadata', { profile: 'keep' }],
          ['convert', { format, quality: 95 }],
        ]);
        assert.deepEqual((await sharp(output).metadata()).icc, icc, format);
        // Compares the two images twice: as colour management shows them, and by the values in the files.
        for (const options of [{}, { ignoreIcc: true }]) {
          const [was, is] = await Promise.all(
            [wide, output].map((image) => sharp(image, options).raw().toBuffer()),
          );
          const mean = was!.reduce((sum, level, at) => sum + Math.abs(level - is![at]!), 0) / was!.length;
          assert.ok(mean <= most, `${format}: ${mean}`);
        }
      }
  });

  it("embeds no profile where the input has none, and sRGB where the input's cannot be kept", async () => {
    const profileOf = async (image: Buffer) => {
      const recorder = openTraceRecorder();
      const job = {
        steps: [{ id: 'm', component: 'metadata', params: { profile: 'keep' } }],
        limits: LIMITS,
      };
      const output = folder.file();
      await applySteps({ ...job, inputs: { default: folder.file(image) }, output }, undefined, recorder);
      assert.ok(!existsSync(`${output}.kept`));
      const { icc, space } = await sharp(output).metadata();
      return { icc, space, said: JSON.stringify(recorder.read()) };
    };
    const orange = plain(8, 8, [200, 90, 20]);
    assert.equal((await profileOf(await orange.clone().png().toBuffer())).icc, undefined);
    const { icc: srgb } = await sharp(
      await orange.clone().withIccProfile('srgb').png().toBuffer(),
    ).metadata();

    const cmyk = await profileOf(await orange.clone().withIccProfile('cmyk').jpeg().toBuffer());
    assert.deepEqual([cmyk.icc, cmyk.space], [srgb, 'srgb']);
    assert.match(cmyk.said, /not for RGB\. The result is in sRGB/);

    const broken = await orange.clone().withIccProfile('p3').webp({ lossless: true }).toBuffer();
    broken.fill(0xff, broken.indexOf('acsp') + 92, broken.indexOf('acsp') + 300);
    const mended = await profileOf(broken);
    assert.deepEqual(mended.icc, srgb);
    assert.match(mended.said, /The colour profile of the file is broken/);
  });
});
