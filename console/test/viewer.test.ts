import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trace } from 'darkroom-client';
import { geometryIn, inverse, mapped } from '../src/parts/viewer/geometry.ts';
import { FIT, factorFor, placeOf, within, zoomedAt, zoomOf } from '../src/parts/viewer/view.ts';

const PANE = { width: 832, height: 632 };
const PHOTO = { width: 4000, height: 3000 };
const FRAME = { pane: PANE, image: PHOTO, density: 1 };

test('an image that fits its pane is whole and in the middle', () => {
  const { scale, left, top } = placeOf(FIT, PANE, PHOTO, 1);
  assert.equal(scale, 0.2);
  assert.deepEqual([left, top], [16, 16]);
});

test('zooming keeps the pixel under the pointer where it is', () => {
  const at = { x: 300, y: 500 };
  const pixel = (view: typeof FIT) => {
    const { scale, left, top } = placeOf(view, PANE, PHOTO, 1);
    return [(at.x - left) / scale, (at.y - top) / scale].map(Math.round);
  };
  const zoomed = zoomedAt(FIT, 6, at, FRAME);
  assert.deepEqual(pixel(zoomed), pixel(FIT));
});

test('the zoom ends at 400 %, counted in pixels of the screen', () => {
  for (const density of [1, 2]) {
    const most = within({ ...FIT, factor: 1e6 }, PANE, PHOTO, density);
    assert.equal(Math.round(100 * zoomOf(most, PANE, PHOTO, density)), 400);
    assert.equal(zoomOf({ ...FIT, factor: factorFor(1, PANE, PHOTO, density) }, PANE, PHOTO, density), 1);
  }
});

test('a map and its inverse cancel each other', () => {
  const matrix = [0.5, 0.1, 20, -0.2, 0.8, -7] as const;
  const { x, y } = mapped(matrix, 30, 40);
  const back = mapped(inverse(matrix)!, x, y);
  assert.ok(Math.abs(back.x - 30) < 1e-9 && Math.abs(back.y - 40) < 1e-9);
  assert.equal(inverse([1, 2, 0, 2, 4, 0]), undefined, 'a map onto a line has no inverse');
});

test('the transform is that of the last step, and unknown after a step without one', () => {
  const step = (transformFromInput: number[][] | null, width: number | null) => ({
    transformFromInput,
    width,
    height: width,
    skipped: null,
  });
  const trace = (...steps: ReturnType<typeof step>[]) =>
    ({ input: { width: 400, height: 300 }, steps }) as unknown as Trace;
  const crop = [
    [1, 0, -50],
    [0, 1, 0],
  ];
  assert.deepEqual(geometryIn(trace(step(crop, null), step(crop, 300))), {
    matrix: [1, 0, -50, 0, 1, 0],
    original: { width: 400, height: 300 },
    result: { width: 300, height: 300 },
  });
  assert.equal(geometryIn(trace(step(crop, 300), step(null, 300))), undefined);
  assert.equal(geometryIn(undefined), undefined);
});
