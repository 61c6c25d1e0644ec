import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sharp } from '../../service/src/components/files/sharp-setup.ts';
import type { Console } from '../test/support/console.ts';
import type { Measured } from './run.ts';

const FEW = 50;
const MANY = 5_000;
const MOST_TIMES = 3;
const ALLOWANCE_MS = 2_000;
/** The browser reports only tasks of 50 ms or more, so a run without a reported task counts as 50 ms. */
const SHORTEST_TASK_MS = 50;

type Run = { listedMs: number; checkedMs: number; longestTaskMs: number };

/** Drops a folder of 50 and one of 5,000 images on Home, and measures how long the list and the longest task take. */
export const droppedFiles = async (app: Console): Promise<Measured[]> => {
  const root = await mkdtemp(join(tmpdir(), 'darkroom-dropped-'));
  try {
    const few = await folderOf(root, 'few', FEW);
    const many = await folderOf(root, 'many', MANY);
    // The first drop loads the workers and the code; it is not measured.
    await drop(app, few, FEW);
    const small = await drop(app, few, FEW);
    const large = await drop(app, many, MANY);
    return [
      {
        name: `${MANY} dropped files listed`,
        value: large.listedMs / 1_000,
        limit: (MOST_TIMES * small.listedMs + ALLOWANCE_MS) / 1_000,
        unit: ' s',
        detail: `${FEW} files in ${small.listedMs.toFixed(0)} ms; all checked and hashed in ${(large.checkedMs / 1_000).toFixed(1)} s`,
      },
      {
        name: `longest task, ${MANY} files / ${FEW}`,
        value: large.longestTaskMs / small.longestTaskMs,
        limit: MOST_TIMES,
        unit: '',
        detail: `${large.longestTaskMs.toFixed(0)} ms and ${small.longestTaskMs.toFixed(0)} ms`,
      },
    ];
  } finally {
    await rm(root, { recursive: true });
  }
};

/** Writes copies of one image. Each has its number appended to the bytes, so that none is a duplicate of another. */
const folderOf = async (root: string, name: string, count: number): Promise<string> => {
  const folder = join(root, name);
  await mkdir(folder);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const image = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  for (let index = 0; index < count; index += 1)
    await writeFile(
      join(folder, `IMG_${index}.jpg`),
      Buffer.concat([image, Buffer.from(`${name} ${index}`)]),
    );
  return folder;
};

const drop = async (app: Console, folder: string, count: number): Promise<Run> => {
  const { page } = await app.visit({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(180_000);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  await page.waitForLoadState('networkidle');
  await watchTray(page, `${count.toLocaleString('en')} files`);
  const devtools = await page.context().newCDPSession(page);
  const box = await page.locator('.drop').boundingBox();
  if (!box) throw new Error('Home has no place to drop files.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await page.waitForFunction(() => (window as unknown as Watched).tray.checkedAt > 0);
  // The browser reports a task only after it has ended: wait for the last report.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const { droppedAt, listedAt, checkedAt, tasks } = await page.evaluate(
    () => (window as unknown as Watched).tray,
  );
  await app.leave();
  return {
    listedMs: listedAt - droppedAt,
    checkedMs: checkedAt - droppedAt,
    longestTaskMs: Math.max(SHORTEST_TASK_MS, ...tasks),
  };
};

type Watched = { tray: { droppedAt: number; listedAt: number; checkedAt: number; tasks: number[] } };

/**
 * Records in the page the times at which the files were dropped, listed and checked, and the duration of each long task
 * since the drop.
 */
const watchTray = (page: Page, words: string): Promise<void> =>
  page.evaluate((all) => {
    const tray = { droppedAt: 0, listedAt: 0, checkedAt: 0, tasks: [] as number[] };
    Object.assign(window, { tray });
    window.addEventListener('drop', () => (tray.droppedAt = performance.now()), { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) if (tray.droppedAt > 0) tray.tasks.push(duration);
    }).observe({ type: 'longtask' });
    new MutationObserver(() => {
      const head = document.querySelector('.tray-head')?.textContent ?? '';
      if (!head.startsWith(all)) return;
      tray.listedAt ||= performance.now();
      if (!head.includes('checking')) tray.checkedAt ||= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, words);
