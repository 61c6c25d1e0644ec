import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { programOf } from '../../src/roles/program-of.ts';

const MODEL = { file: '/models/isnet.onnx', sha256: 'a'.repeat(64), size: 1024, scale: 1 / 255 };

describe('the name of the program that results are reused from', () => {
  it('is the same for the same models', () => {
    assert.equal(programOf(MODEL, undefined), programOf({ ...MODEL }, undefined));
  });

  for (const change of [{ sha256: 'b'.repeat(64) }, { size: 512 }, { scale: 1 }])
    it(`changes with ${Object.keys(change)} in the declaration of a model`, () => {
      assert.notEqual(programOf(MODEL, undefined), programOf({ ...MODEL, ...change }, undefined));
    });

  it('tells a model for cutting out from one for enlarging', () => {
    assert.notEqual(programOf(MODEL, undefined), programOf(undefined, MODEL));
  });
});
