import assert from 'node:assert/strict';
import { execFile as execute } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openOtherInputs } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../../src/components/steps/apply-steps.ts';
import { checkSteps } from '../../../src/components/steps/check-steps.ts';
import { openTraceRecorder } from '../../../src/components/steps/trace-recorder.ts';
import { LIMITS, pixelAt, plain, type Rgb } from '../sample-images.ts';
import { apply, CUT_OUT, folder, PHOTO } from './apply.ts';

const execFile = promisify(execute);

describe('border', () => {
  it('inside the image covers it with the opacity of its colour', async () => {
    const gray = await plain(100, 80, [200, 200, 200]).jpeg().toBuffer();
    const frame = { place: 'inside', unit: 'pixels', width: 10, colour: '#00000080' };
    const { output, width, format } = await apply(gray, [['border', frame]]);
    assert.deepEqual([width, format], [100, 'jpeg']);
    const [edge = 0] = await pixelAt(output, 3, 40);
    const [middle = 0] = await pixelAt(output, 50, 40);
    assert.ok(Math.abs(edge - 100) <= 3 && Math.abs(middle - 200) <= 2, `${edge}, ${middle}`);
  });
});

describe('words', () => {
  it('look the same whatever the font settings of the machine are', async () => {
    const renderer = new URL('../../../src/components/catalogue/layers/render-text.ts', import.meta.url);
    const program = `
      const { renderText } = await import(${JSON.stringify(renderer.href)});
      const written = await renderText({ text: 'Price 5 →', weight: 'regular', colour: '#000000', size: 31 });
      process.stdout.write(Buffer.from(written.data).toString('base64'));`;
    // These settings turn hinting off: letters are not fitted to the pixel grid.
    const settings = folder.file(
      Buffer.from(
        `<fontconfig><match target="pattern"><edit name="hintstyle"><const>hintnone</const></edit></match></fontconfig>`,
      ),
    );
    const write = (env: NodeJS.ProcessEnv) =>
      execFile(process.execPath, ['--input-type=module', '-e', program], { env });
    const [usual, other] = await Promise.all([write({}), write({ FONTCONFIG_FILE: settings })]);
    assert.ok(usual.stdout.length > 1_000);
    assert.deepEqual(other, usual);
  });

  it('are drawn as written: markup is not interpreted, and empty text draws nothing', async () => {
    const plainly = await apply(PHOTO, [['text', { text: '' }]]);
    assert.equal(plainly.hash, (await apply(PHOTO, [])).hash);
    const marked = await apply(PHOTO, [['text', { text: '<span size="500000">a</span> & \u0000 <' }]]);
    assert.equal(marked.width, 1600);
  });

  it('of a watermark can be read on white, on gray and on black', async () => {
    for (const level of [255, 128, 0]) {
      const ground = await plain(600, 400, [level, level, level]).png().toBuffer();
      const { output } = await apply(ground, [['watermark']]);
      const { channels } = await sharp(output).stats();
      const [{ min, max }] = [channels[0]!];
      assert.ok(max - min > 60, `from ${min} to ${max} on ${level}`);
    }
  });

  it('of a watermark keep their distance from the edge', async () => {
    const gray = await plain(600, 400, [128, 128, 128]).png().toBuffer();
    const once = { text: 'mine', tiled: false, position: 'southeast', angle: 0, margin: 10 };
    const { output } = await apply(gray, [['watermark', once]]);
    const trimmed = await sharp(output).trim({ threshold: 5 }).toBuffer({ resolveWithObject: true });
    const right = 600 + trimmed.info.trimOffsetLeft! - trimmed.info.width;
    assert.ok(Math.abs(right - 40) <= 8, `${right} of 40 pixels to the right`);
  });

  it('of a watermark take no more than about half of the height, in however many lines', async () => {
    const gray = await plain(400, 400, [128, 128, 128]).png().toBuffer();
    for (const text of ['M', 'M\nM\nM\nM\nM\nM\nM\nM']) {
      const { output } = await apply(gray, [['watermark', { text, scale: 1, tiled: false, angle: 0 }]]);
      const { info } = await sharp(output).trim({ threshold: 5 }).toBuffer({ resolveWithObject: true });
      assert.ok(info.height > 120 && info.height < 260, `${info.height} of 400 pixels`);
    }
  });

  it('shrink until every line and word fits inside the margin', async () => {
    const gray = await plain(600, 450, [200, 200, 200]).png().toBuffer();
    for (const text of ['1.299,00 EUR', 'Sale\nnow', 'W'.repeat(100), 'a b c '.repeat(50)]) {
      const { output } = await apply(gray, [
        ['text', { text, size: 50, margin: 10, colour: '#000000' }],
        ['convert', { format: 'png' }],
      ]);
      const { info } = await sharp(output)
        .trim({ background: '#c8c8c8' })
        .toBuffer({ resolveWithObject: true });
      const left = -(info.trimOffsetLeft ?? 0);
      const top = -(info.trimOffsetTop ?? 0);
      assert.ok(info.width > 150, `${text} is ${info.width} wide`);
      assert.ok(left >= 44 && left + info.width <= 556, `${text} from ${left}`);
      assert.ok(top >= 44 && top + info.height <= 406, `${text} from ${top}`);
    }
  });

  it('that do not fit are not drawn, and the trace says so', async () => {
    const recorder = openTraceRecorder();
    const output = folder.file();
    const steps = [{ id: 'words', component: 'text', params: { text: 'Hello', margin: 50 } }];
    const inputs = { default: folder.file(PHOTO) };
    await applySteps({ steps, inputs, output, limits: LIMITS }, undefined, recorder);
    assert.match(JSON.stringify(recorder.read()), /does not fit into the image with this margin/);
  });

  it('in letters that the fonts do not have are refused', async () => {
    for (const component of ['text', 'watermark'])
      for (const text of ['日本', 'नमस्ते', 'Sale 🔥'])
        assert.throws(
          () =>
            checkSteps([{ id: 'a', component, params: { text } }], {
              default: { required: true, description: '' },
            }),
          /may only have Latin, Greek and Cyrillic letters/,
        );
  });

  it('stay inside an image that is too small for them', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 200],
      [200, 3],
    ] as const) {
      const tiny = await plain(width, height, [90, 90, 90]).png().toBuffer();
      for (const component of ['text', 'watermark']) {
        const result = await apply(tiny, [[component, { text: 'A long text for a small image' }]]);
        assert.deepEqual([result.width, result.height], [width, height], component);
      }
    }
  });
});

describe('other inputs', () => {
  it('of a collage leave no gap when they are optional and not given', async () => {
    const logo = await openOtherInputs(100)[1].png().toBuffer();
    const cell = { cellWidth: 50, cellHeight: 40, gap: 0 };
    const two = await apply(PHOTO, [['collage', { ...cell, inputs: ['1', '2', '3'] }]], { 3: logo });
    assert.deepEqual([two.width, two.height], [100, 40]);
    assert.equal((await apply(PHOTO, [['collage', cell]])).width, 1600);
  });

  it('of a watermark or a background are only needed when they are named', async () => {
    const { output } = await apply(CUT_OUT, [['add-background', { colour: '#336699' }]]);
    assert.deepEqual(await pixelAt(output, 5, 5), [0x33, 0x66, 0x99]);
    const hash = (await apply(PHOTO, [])).hash;
    assert.equal((await apply(PHOTO, [['watermark', { input: '7' }]])).hash, hash);
  });

  it('of compare lie side by side, one above the other, or half and half', async () => {
    const [red, blue] = await Promise.all(
      (
        [
          [200, 0, 0],
          [0, 0, 200],
        ] as Rgb[]
      ).map((colour) => plain(40, 20, colour).png().toBuffer()),
    );
    const sizes = { beside: [80, 20], above: [40, 40], split: [40, 20] };
    for (const [arrangement, size] of Object.entries(sizes)) {
      const { width, height, output } = await apply(red!, [['compare', { arrangement, gap: 0 }]], {
        1: blue!,
      });
      assert.deepEqual([width, height], size);
      assert.deepEqual(await pixelAt(output, 2, 2), [0, 0, 200], arrangement);
      assert.deepEqual(await pixelAt(output, width - 2, height - 2), [200, 0, 0], arrangement);
    }
  });
});

describe('compare', () => {
  it('shows the image however narrow it is', async () => {
    const other = await plain(20, 20, [0, 0, 200]).png().toBuffer();
    for (const [width, gap] of [
      [1, 1],
      [2, 0],
      [3, 20],
    ] as const) {
      const narrow = await plain(width, 20, [200, 0, 0]).png().toBuffer();
      const { output } = await apply(narrow, [['compare', { arrangement: 'split', gap }]], { 1: other });
      assert.deepEqual(await pixelAt(output, width - 1, 10), [200, 0, 0], `${width} wide`);
    }
  });
});
