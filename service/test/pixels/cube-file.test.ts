import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyCube, looksLikeCube, readCube } from '../../src/pixels/colour/cube-file.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';

const cube = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'));

/** The identity grid of a .cube file; `map` changes each value (0 to 1) before it is written. */
const grid = (size: number, map: (value: number) => number | string = (value) => value): string[] => {
  const lines: string[] = [];
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1)
        lines.push([red, green, blue].map((step) => map(step / (size - 1))).join(' '));
  return lines;
};

/** The output colour of a table for one input colour. */
const shown = (bytes: Buffer, colour: number[], strength = 1): number[] => {
  const pixels: Pixels = { width: 1, height: 1, channels: 3, data: Buffer.from(colour) };
  return [...applyCube(pixels, readCube(bytes), strength).data];
};

describe('a .cube file', () => {
  it('with the identity grid changes nothing', () => {
    for (const size of [2, 3, 17])
      assert.deepEqual(shown(cube(`LUT_3D_SIZE ${size}`, ...grid(size)), [10, 130, 250]), [10, 130, 250]);
  });

  it('is applied in part when the strength is below 1', () => {
    const inverted = cube('LUT_3D_SIZE 2', ...grid(2, (value) => 1 - value));
    assert.deepEqual(shown(inverted, [0, 100, 255]), [255, 155, 0]);
    assert.deepEqual(shown(inverted, [0, 100, 255], 0), [0, 100, 255]);
    assert.deepEqual(shown(inverted, [0, 55, 255], 0.25), [64, 91, 191]);
  });

  it('may have a title, comments, empty lines, CRLF, a byte order mark, tabs and exponents', () => {
    const lines = [
      '\ufeff# a comment',
      'TITLE "Look # 1"',
      '',
      '  LUT_3D_SIZE\t2  ',
      ...grid(2, (value) => value.toExponential(4)).map((line) => line.replaceAll(' ', '\t ')),
      '# the end',
      '',
    ];
    const bytes = Buffer.from(lines.join('\r\n'));
    assert.ok(looksLikeCube(bytes));
    assert.deepEqual(shown(bytes, [3, 77, 201]), [3, 77, 201]);
  });

  it('may declare an input range; inputs outside it get the first or the last entry', () => {
    const domain = ['DOMAIN_MIN 0.2 0 0', 'DOMAIN_MAX 0.6 1 2'];
    assert.deepEqual(shown(cube('LUT_3D_SIZE 2', ...domain, ...grid(2)), [102, 102, 102]), [128, 102, 51]);
    assert.deepEqual(shown(cube(...domain, 'LUT_3D_SIZE 2', ...grid(2)), [20, 0, 0]), [0, 0, 0]);
    assert.deepEqual(shown(cube(...domain, 'LUT_3D_SIZE 2', ...grid(2)), [240, 0, 0]), [255, 0, 0]);
    const range = cube('LUT_3D_SIZE 2', 'LUT_3D_INPUT_RANGE 0 2', ...grid(2));
    assert.deepEqual(shown(range, [200, 100, 50]), [100, 50, 25]);
  });

  it('may hold a curve for each channel', () => {
    const curves = cube('LUT_1D_SIZE 3', '0 1 0', '0.25 0.5 0.5', '1 0 1');
    assert.deepEqual(shown(curves, [0, 0, 0]), [0, 255, 0]);
    assert.deepEqual(shown(curves, [51, 51, 51]), [26, 204, 51]);
    assert.deepEqual(shown(curves, [255, 255, 255], 0.5), [255, 128, 255]);
  });

  it('may hold values below black and above white', () => {
    const wild = cube('LUT_3D_SIZE 2', ...grid(2, (value) => (value > 0 ? 1e38 : -1e38)));
    assert.deepEqual(shown(wild, [0, 127, 255]), [0, 0, 255]);
  });

  it('of the finest grid is read long before the deadline of the inspection', () => {
    const bytes = cube('LUT_3D_SIZE 65', '0.123456 0.654321 1.000000\n'.repeat(65 ** 3));
    // Processor time: other programs on the machine do not count.
    const before = process.threadCpuUsage();
    assert.equal(readCube(bytes).colours.length, 65 ** 3 * 3);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 3_000_000, `${user + system} µs`);
  });
});

describe('an error in a .cube file is reported with its line', () => {
  const cases: Record<string, [file: Buffer, reason: RegExp]> = {
    'no size': [
      cube('TITLE "x"', '# LUT_3D_SIZE'),
      /^line 2 is the last, and the file has no LUT_3D_SIZE or LUT_1D_SIZE$/,
    ],
    'a colour before the size': [cube('# x', '0 0 0', 'LUT_3D_SIZE 2'), /^line 2 has a colour before/],
    'a size of 1': [cube('LUT_3D_SIZE 1', '0 0 0'), /^line 1: .* whole number from 2 to 65$/],
    'a size of a billion': [cube('', 'LUT_3D_SIZE 1000000000'), /^line 2: .* from 2 to 65$/],
    'a size that is no number': [cube('LUT_3D_SIZE 0x10'), /^line 1: /],
    'a size that is not whole': [cube('LUT_3D_SIZE 2.5'), /^line 1: /],
    'a huge curve': [cube('LUT_1D_SIZE 65537'), /^line 1: .* from 2 to 65536$/],
    'two sizes': [cube('LUT_1D_SIZE 2', 'LUT_3D_SIZE 2'), /^line 2 has a second size/],
    'too few colours': [
      cube('LUT_3D_SIZE 2', ...grid(2).slice(1)),
      /^line 8 is the last, with 7 of 8 colours; the file is cut short$/,
    ],
    'too many colours': [
      cube('LUT_3D_SIZE 2', ...grid(2), '1 1 1'),
      /^line 10 is one colour more than the 8 announced$/,
    ],
    'two numbers': [cube('LUT_3D_SIZE 2', '0 0'), /^line 2 must have three numbers$/],
    'four numbers': [cube('LUT_3D_SIZE 2', '0 0 0 0'), /^line 2 must have three numbers$/],
    'no numbers': [cube('LUT_3D_SIZE 2', '0 0 .'), /^line 2 must have three numbers$/],
    'not a number': [cube('LUT_3D_SIZE 2', '0 0 NaN'), /^line 2 must have three numbers$/],
    'an infinite number': [cube('LUT_3D_SIZE 2', '0 0 Infinity'), /^line 2 must have three numbers$/],
    'too large a number': [cube('LUT_3D_SIZE 2', '0 0 1e999'), /^line 2 must have three numbers$/],
    'a number of a thousand digits': [
      cube('LUT_3D_SIZE 2', `0 0 ${'1'.repeat(1000)}`),
      /^line 2 must have three numbers$/,
    ],
    'a domain of two numbers': [cube('LUT_3D_SIZE 2', 'DOMAIN_MIN 0 0'), /^line 2: DOMAIN_MIN must have/],
    'a range of one number': [cube('LUT_3D_INPUT_RANGE 1', 'LUT_3D_SIZE 2'), /^line 1: .* two numbers$/],
    'an empty domain': [
      cube('LUT_3D_SIZE 2', 'DOMAIN_MIN 1 1 1', ...grid(2)),
      /^line 2: the input range must end above its start$/,
    ],
    'a keyword within the table': [cube('LUT_3D_SIZE 2', '0 0 0', 'LUT_3D_SIZE 2'), /^line 3 must be a col/],
    'an unknown keyword': [cube('LUT_3D_SIZE 2', 'LUT_OUT_VIDEO_RANGE'), /^line 2: LUT_OUT_VIDEO_RANGE is/],
    'something else': [cube('LUT_3D_SIZE 2', '<script>'), /^line 2 is neither a keyword nor three numbers$/],
    'a line without end': [cube('LUT_3D_SIZE 2', '# '.repeat(4000)), /^line 2 is longer than 4096 bytes$/],
    'binary data': [
      Buffer.concat([cube('LUT_3D_SIZE 2', ''), Buffer.from([0, 255, 254, 0, 10])]),
      /^line 2 is neither/,
    ],
  };
  for (const [name, [file, reason]] of Object.entries(cases))
    it(name, () =>
      assert.throws(
        () => readCube(file),
        (error: Error) => reason.test(error.message) || assert.fail(error.message),
      ),
    );

  it('a file of more lines than the largest table needs is refused before they are read', () => {
    for (const line of ['', '#', 'TITLE'])
      assert.throws(() => readCube(cube('LUT_3D_SIZE 2', `${line}\n`.repeat(300_001), ...grid(2))), {
        message: 'it has more than 300000 lines',
      });
  });

  it('a hostile file is refused quickly', () => {
    const began = performance.now();
    const spaces = Buffer.alloc(16 * 1024 * 1024, ' ');
    spaces.write('LUT_3D_SIZE 2\n');
    for (let at = 4000; at < spaces.length; at += 4000) spaces[at] = 0x0a;
    assert.throws(() => readCube(spaces), /cut short/);
    assert.throws(() => readCube(cube('LUT_3D_SIZE 65', ...Array(100_000).fill('1 1'))), /line 2/);
    assert.ok(performance.now() - began < 3000);
  });
});

it('images and other text are not taken for a .cube file', () => {
  for (const start of [
    '\u0089PNG\r\n LUT_3D_SIZE',
    'GIF89a LUT_3D_SIZE',
    'Hello. LUT_3D_SIZE',
    '# notes',
    '',
  ])
    assert.ok(!looksLikeCube(Buffer.from(start, 'latin1')), start);
});
