import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openProgress } from '../../src/programs/run-files/progress.ts';
import { estimateRemainingTime } from '../../src/programs/run-files/remaining-time.ts';

describe('the remaining time of a run', () => {
  it('is at first what the steps should cost', () => {
    assert.equal(Math.round(estimateRemainingTime([1000, 3000], 2).remainingMs(500)), 2000);
  });

  it('learns from the measured pace', () => {
    // Images that should take 1 s each take 3 s: after 50 of 100, another 150 s are needed, not 50.
    const estimate = estimateRemainingTime(Array(100).fill(1000), 1);
    const errors: number[] = [];
    for (let done = 1; done < 100; done += 1) {
      estimate.finish(1000);
      errors.push(estimate.remainingMs(done * 3000) / ((100 - done) * 3000));
    }
    assert.ok(errors[49]! > 0.9 && errors[49]! < 1, `${errors[49]}`);
    assert.ok(errors.every((error, index) => index === 0 || error > errors[index - 1]!));
  });

  it('is zero when nothing is known about the images', () => {
    assert.equal(estimateRemainingTime([], 2).remainingMs(1000), 0);
  });
});

describe('progress in a terminal', () => {
  it('is one line with a bar, the failures so far and the remaining time, and ends with each reason', () => {
    let shown = '';
    const terminal = { isTTY: true, columns: 100, write: (text: string) => (shown += text) };
    const progress = openProgress(terminal, { files: 3, concurrency: 1, expectedMs: 60_000 });
    const size = { width: 10, height: 10, bytes: 100, milliseconds: 20, notes: [] };
    progress.tell({ file: 'a.jpg', status: 'made', result: 'out/a.jpg', ...size }, 40_400);
    assert.match(shown, /^3 images: about 60 s\n\r\x1b\[K\[#{8}\.{16}\] 1\/3, about 40 s left$/);
    progress.tell({ file: 'b.bmp', status: 'failed', reason: 'BMP is not supported.' }, 5_040);
    assert.match(shown, /\r\x1b\[K\[#{16}\.{8}\] 2\/3, 1 failed, about 5\.0 s left$/);
    shown = '';
    const { notStarted } = progress.end(2000);
    assert.equal(notStarted, 1);
    assert.match(
      shown,
      /^\n1 of 3 made in 2\.0 s .*, 1 failed, 1 not started; .*\nb\.bmp: BMP is not supported\.\n$/,
    );
  });
});
