import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { startServer } from '../support/http-server.ts';
import { look, randomImage } from '../support/images.ts';
import { startService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  openTenant,
  type Tenant,
  untilStatus,
  type WorkflowRecord,
} from '../support/tenant.ts';

const MAX_BYTES = 300_000;
const service = await startService({
  env: {
    DARKROOM_MAX_IMAGE_BYTES: String(MAX_BYTES),
    DARKROOM_MAX_IMAGE_PIXELS: '1000000',
    DARKROOM_MAX_HEIF_PIXELS: '500000',
  },
});
after(() => service.stop());

let tenant: Tenant;
let workflow: WorkflowRecord;
before(async () => {
  tenant = await openTenant(service);
  workflow = await addWorkflow(tenant.owner);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends an image in all three ways. Returns the HTTP status, which must be the same for all of them. */
const statusOf = async (bytes: Buffer, name = 'a.jpg', type = 'image/jpeg'): Promise<number> => {
  const createLine = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
  const answers = [
    await tenant.operator('POST /v1/upload', { file: { bytes, name } }),
    await tenant.operator('POST /v1/upload', { body: bytes, headers: { 'content-type': type } }),
    await tenant.operator(createLine, { file: { bytes, name } }),
  ];
  const statuses = new Set(answers.map(({ status }) => status));
  assert.equal(statuses.size, 1, answers.map(({ status, text }) => `${status} ${text}`).join());
  const [status = 0] = statuses;
  if (status === 422) assert.equal((await tenant.operator(`HEAD /v1/upload/${sha256(bytes)}`)).status, 404);
  return status;
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
};
/** A grey PNG whose header declares this size, whatever amount of pixel data follows. */
const png = (width: number, height: number, pixels: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('A file that is not a usable image is 422, and nothing of it is stored', () => {
  test('an empty file', async () => {
    const { operator } = tenant;
    const form = (bytes: Buffer) => ({ file: { bytes, name: 'a.jpg' } });
    assert.equal((await operator('POST /v1/upload', form(Buffer.alloc(0)))).status, 422);
    const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
    assert.equal((await operator(line, form(Buffer.alloc(0)))).status, 422);
  });

  test('a file that ends inside its header', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const) {
      const bytes = await randomImage(format);
      for (const length of [1, 3, 8, 11])
        assert.equal(await statusOf(bytes.subarray(0, length)), 422, format);
    }
  });

  test('text, markup, documents, archives, programs and other media, whatever their names and types say', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>';
    const files: Record<string, Buffer> = {
      text: Buffer.from('hello'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from(svg),
      svgWithDeclaration: Buffer.from(`<?xml version="1.0"?>\n${svg}`),
      svgz: gzipSync(svg),
      pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
      postscript: Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\nshowpage'),
      zip: Buffer.from('504b0304140000000800', 'hex'),
      gzip: gzipSync(Buffer.alloc(1000)),
      elf: Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(64)]),
      bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
      ico: Buffer.concat([Buffer.from('00000100010010100000', 'hex'), Buffer.alloc(100)]),
      psd: Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(100)]),
      ppm: Buffer.from('P6 2 2 255\n0123456789ab'),
      jpeg2000: Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.alloc(100)]),
      radiance: Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n0000'),
      exr: Buffer.concat([Buffer.from('762f3101', 'hex'), Buffer.alloc(100)]),
      mp4: Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(100)]),
      zeros: Buffer.alloc(5000),
      gifWithScript: Buffer.from('GIF89a=1;alert(1)//'),
      jpegMarkerOnly: Buffer.from('ffd8ffd9', 'hex'),
      brokenAvif: Buffer.concat([Buffer.from('0000001c6674797061766966', 'hex'), Buffer.alloc(100)]),
      vips: Buffer.concat([Buffer.from('08f2a6b6', 'hex'), Buffer.alloc(100)]),
      matlab: Buffer.from('MATLAB 5.0 MAT-file, Platform: x'),
    };
    for (const [name, bytes] of Object.entries(files)) {
      assert.equal(await statusOf(bytes, `${name}.jpg`), 422, name);
      assert.equal(await statusOf(bytes, `${name}.svg`, 'image/svg+xml'), 422, name);
    }
  });

  test('a file over the byte limit; a file of exactly the limit is accepted', async () => {
    const small = await randomImage();
    const padded = (length: number) => Buffer.concat([small, Buffer.alloc(length - small.length)]);
    assert.equal(await statusOf(padded(MAX_BYTES + 1)), 422);
    assert.equal(await statusOf(padded(MAX_BYTES + 500_000)), 422);
    assert.equal(await statusOf(padded(MAX_BYTES)), 201);
  });

  test('a file over the limit of bytes behind a URL', async () => {
    const small = await randomImage();
    const server = await startServer((_, response) => {
      response.end(Buffer.concat([small, Buffer.alloc(MAX_BYTES)]));
    });
    const json = { urls: { big: server.url } };
    assert.equal((await tenant.operator('POST /v1/upload', { json })).status, 422);
    await server.close();
  });

  test('an image over the limit of pixels, also when its file is tiny', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } });
    assert.equal(await statusOf(await flat(1001, 1000).png().toBuffer()), 422);
    assert.equal(await statusOf(await flat(1000, 1000).png().toBuffer()), 201);
    assert.equal(await statusOf(await flat(800, 700).avif({ effort: 0 }).toBuffer()), 422);
    assert.equal(await statusOf(await flat(800, 700).webp().toBuffer()), 201);
    for (const [width, height] of [
      [100_000, 100_000],
      [0x7fffffff, 1],
      [1, 0x7fffffff],
      [0, 10],
      [0x7fffffff, 0x7fffffff],
    ] as const)
      assert.equal(await statusOf(png(width, height, Buffer.alloc(100))), 422, `${width} x ${height}`);
  });
});

describe('A file with the header of an image', () => {
  test('is recognised by its bytes, whatever its name is', async () => {
    const bytes = await randomImage('png');
    assert.equal(await statusOf(bytes, 'really.jpg'), 201);
    assert.equal(await statusOf(bytes, 'notes.txt', 'image/gif'), 201);
    const answer = await tenant.operator(`GET /image/${sha256(bytes)}/really.jpg`);
    assert.equal(answer.headers.get('content-type'), 'image/png');
  });

  test('ends as FAILED with a sentence when it turns out broken while it is decoded', async () => {
    const whole = await randomImage('png', { width: 300, height: 200 });
    const flipped = Buffer.from(whole);
    flipped.fill(0, 200, 400);
    for (const bytes of [
      whole.subarray(0, 5000),
      flipped,
      (await randomImage('jpeg', { width: 300, height: 200 })).subarray(0, 4000),
      png(500, 500, Buffer.alloc(10)),
    ]) {
      const answer = await tenant.operator('POST /v1/upload', { file: { bytes, name: 'a.png' } });
      assert.equal(answer.status, 201);
      const id = await create(tenant.operator, workflow, { contentHash: answer.text });
      const { error, chargedCredits } = await untilStatus(tenant.operator, id, 'FAILED');
      assert.equal(error?.code, 'input_unreadable');
      assert.match(error.message, /^[A-Z].*\.$/);
      assert.ok(!error.message.includes(service.dataDir), error.message);
      assert.equal(chargedCredits, null);
    }
  });

  test('and other data behind it is delivered as an image, and its result lacks that data', async () => {
    const attachments = ['<script>alert(1)</script>', '<?php system($_GET[0]); ?>', 'PK\x03\x04', '%PDF-1.4'];
    for (const attachment of attachments)
      for (const format of ['jpeg', 'png', 'gif'] as const) {
        const bytes = Buffer.concat([await randomImage(format), Buffer.from(attachment)]);
        const hash = (await tenant.operator('POST /v1/upload', { file: { bytes, name: 'a.html' } })).text;
        const original = await tenant.viewer(`GET /image/${hash}/a.html`);
        assert.equal(original.headers.get('content-type'), `image/${format}`);
        assert.equal(original.headers.get('x-content-type-options'), 'nosniff');
        const id = await create(tenant.operator, workflow, { contentHash: hash, name: 'a.html' });
        const record = await untilStatus(tenant.operator, id, 'COMPLETED');
        const result = await tenant.viewer(`GET ${record.resultPath}`);
        assert.ok(!result.bytes.includes(attachment));
      }
  });

  test('and far more data than its size needs is decoded within the memory limit, or refused', async () => {
    const bomb = png(16, 16, Buffer.alloc(100_000_000));
    assert.ok(bomb.length < MAX_BYTES);
    const answer = await tenant.operator('POST /v1/upload', { file: { bytes: bomb, name: 'a.png' } });
    assert.equal(answer.status, 201);
    const id = await create(tenant.operator, workflow, { contentHash: answer.text });
    const { status } = await tenant.operator(`GET /v1/workflow/execution/${id}/result/default`);
    assert.ok(status === 200 || status === 422, String(status));
  });

  test('and several frames gives its first frame', async () => {
    const frames = await sharp(Buffer.alloc(20 * 60 * 3, 200), {
      raw: { width: 20, height: 60, channels: 3, pageHeight: 20 },
    })
      .gif()
      .toBuffer();
    const hash = (await tenant.operator('POST /v1/upload', { file: { bytes: frames, name: 'a.gif' } })).text;
    const id = await create(tenant.operator, workflow, { contentHash: hash });
    const result = await tenant.operator(`GET /v1/workflow/execution/${id}/result/default`);
    assert.equal(result.status, 200);
    const { width, height } = await look(result.bytes);
    assert.deepEqual([width, height], [20, 20]);
  });
});

test('the service still processes a valid image after all of these files', async () => {
  assert.ok(service.isAlive());
  await untilStatus(tenant.operator, await create(tenant.operator, workflow), 'COMPLETED');
});
