import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import {
  readEnlargerDeclaration,
  readModelDeclaration,
  SHIPPED_MODEL,
} from '../../src/matting/model/model-declaration.ts';
import { enlargedRgbOf, regionOf, tensorOf } from '../../src/matting/model/model-tensors.ts';

const ROOT = join(import.meta.dirname, '../../..');

const refused = (change: Record<string, unknown>) => {
  const reading = readModelDeclaration({ ...SHIPPED_MODEL, ...change });
  return 'wrong' in reading ? reading.wrong : assert.fail('accepted');
};

test('the declaration of the shipped model is valid for an operator as well', () => {
  assert.deepEqual(readModelDeclaration(structuredClone(SHIPPED_MODEL)), { declaration: SHIPPED_MODEL });
});

test('an error in a declaration names the field and its valid values', () => {
  assert.match(refused({ size: 0 }), /size must be a whole number/);
  assert.match(refused({ sha256: 'abc' }), /sha256 must be/);
  assert.match(refused({ layout: 'chw' }), /layout must be nchw or nhwc/);
  assert.match(refused({ std: [1, 0, 1] }), /std must be three positive/);
  assert.match(refused({ mean: [1, 2] }), /mean must be three/);
  assert.match(refused({ output: undefined }), /output must be/);
  assert.match(refused({ colour: 'bgr' }), /no field colour/);
  assert.deepEqual(Object.keys(readModelDeclaration('model.onnx')), ['wrong']);
  assert.deepEqual(Object.keys(readModelDeclaration(null)), ['wrong']);
});

test('pixels are scaled, shifted and laid out as declared', () => {
  const small = { ...SHIPPED_MODEL, size: 1, scale: 0.5, mean: [1, 2, 3], std: [1, 2, 4] } as const;
  const square = Uint8Array.of(4, 8, 22);
  assert.deepEqual(tensorOf(square, { ...small, layout: 'nchw' }), {
    data: Float32Array.of(1, 1, 2),
    dims: [1, 3, 1, 1],
  });
  assert.deepEqual(tensorOf(square, { ...small, layout: 'nhwc' }).dims, [1, 1, 1, 3]);
});

test('every kind of output becomes probabilities', () => {
  const answer = (output: 'probability' | 'logits' | 'min-max', ...values: number[]) => [
    ...regionOf(Float32Array.from(values), { ...SHIPPED_MODEL, size: 2, output }).data,
  ];
  assert.deepEqual(answer('min-max', 1, 2, 3, 5), [0, 0.25, 0.5, 1]);
  assert.deepEqual(answer('probability', -1, 0, 0.5, 2), [0, 0, 0.5, 1]);
  assert.deepEqual(answer('logits', 0, 0, 0, 0), [0.5, 0.5, 0.5, 0.5]);
  assert.throws(() => answer('probability', 1), /1 values/);
});

const { output: _, ...network } = SHIPPED_MODEL;

test('a model that enlarges images is declared with a factor instead of an output', () => {
  const declaration = { ...network, factor: 4 };
  assert.deepEqual(readEnlargerDeclaration(declaration), { declaration });
  for (const factor of [1, 9, 2.5, '2', undefined])
    assert.deepEqual(readEnlargerDeclaration({ ...network, factor }), {
      wrong: "The model's factor must be a whole number from 2 to 8.",
    });
  assert.deepEqual(readEnlargerDeclaration({ ...SHIPPED_MODEL, factor: 2 }), {
    wrong: 'The model has no field output.',
  });
});

test('the output of an enlarging model is converted back with the inverse of its input scaling', () => {
  const declaration = { ...network, size: 1, factor: 2, scale: 1 / 255, layout: 'nhwc' } as const;
  const square = Uint8Array.of(4, 128, 255);
  const { data } = tensorOf(square, declaration);
  const pixel = [...square];
  assert.deepEqual(
    [...enlargedRgbOf(Float32Array.from([...data, ...data, ...data, ...data]), declaration)],
    [...pixel, ...pixel, ...pixel, ...pixel],
  );
  const beyond = Float32Array.of(9, -9, Number.NaN, ...new Array(9).fill(0));
  assert.deepEqual([...enlargedRgbOf(beyond, declaration).subarray(0, 3)], [255, 0, 0]);
  assert.throws(
    () => enlargedRgbOf(data, declaration),
    /returned 3 values instead of 12, 3 for each of 2 x 2 pixels/,
  );
});

test('the shipped model is the pinned file, and NOTICE names its licence and authors', async () => {
  const { file, sha256 } = SHIPPED_MODEL;
  assert.equal(relative(ROOT, file), 'service/models/u2netp.onnx');
  assert.equal(hash('sha256', await readFile(file), 'hex'), sha256);
  assert.match(await readFile(file.replace(/onnx$/, 'LICENSE'), 'utf8'), /Apache License\s+Version 2\.0/);
  const notice = await readFile(join(ROOT, 'NOTICE'), 'utf8');
  for (const part of [sha256, 'Xuebin Qin', 'conversion to ONNX is the work of others'])
    assert.ok(notice.includes(part), part);
});
