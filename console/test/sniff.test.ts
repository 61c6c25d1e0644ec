import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sharp } from '../../service/src/components/files/sharp-setup.ts';
import { inScript, sha256Of } from '../src/upload/files/sha256.ts';
import { sniff } from '../src/upload/files/sniff.ts';

const image = () => sharp({ create: { width: 301, height: 203, channels: 3, background: '#345' } });

test('the format and the size of an image are read from its bytes', async () => {
  const files = {
    JPEG: image().jpeg().withMetadata(),
    PNG: image().png(),
    GIF: image().gif(),
    WebP: image().webp({ quality: 50 }),
    TIFF: image().tiff({ compression: 'lzw' }),
    AVIF: image().avif({ effort: 0 }),
  };
  for (const [type, file] of Object.entries(files))
    assert.deepEqual(sniff(await file.toBuffer()), { ok: true, type, width: 301, height: 203 });
  const lossless = await image().webp({ lossless: true }).toBuffer();
  assert.deepEqual(sniff(lossless), { ok: true, type: 'WebP', width: 301, height: 203 });
  const withAlpha = await image().ensureAlpha(0.5).webp({ quality: 50 }).toBuffer();
  assert.deepEqual(sniff(withAlpha), { ok: true, type: 'WebP', width: 301, height: 203 });
});

test('a file that is no supported image is refused with its format, whatever its name', () => {
  const reasonFor = (text: string) => {
    const sniffed = sniff(Buffer.from(text, 'latin1'));
    return sniffed.ok ? '' : sniffed.reason;
  };
  assert.match(reasonFor('%PDF-1.7'), /^PDF is not supported/);
  assert.match(reasonFor('\0\0\0\x18ftypmp42'), /^Video is not supported/);
  assert.match(reasonFor('Dear reader'), /^This is not an image/);
  assert.equal(reasonFor(''), 'The file is empty.');
});

test('a truncated header leaves the size unknown', async () => {
  const png = (await image().png().toBuffer()).subarray(0, 18);
  assert.deepEqual(sniff(png), { ok: true, type: 'PNG', width: null, height: null });
});

test('both ways to hash a file agree with SHA-256', async () => {
  const bytes = await image().png().toBuffer();
  const expected = createHash('sha256').update(bytes).digest('hex');
  const file = new Blob([new Uint8Array(bytes)]);
  assert.equal(await sha256Of(file), expected);
  assert.equal(Buffer.from(await inScript(file)).toString('hex'), expected);
});
