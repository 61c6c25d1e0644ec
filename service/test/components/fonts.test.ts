import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FONTS } from '../../src/components/fonts.ts';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

// Only root can change to an account that reaches less.
if (process.getuid?.() === 0)
  test("text is drawn with fonts in root's home after the rights are dropped", async (t) => {
    const closed = await mkdtemp(join(tmpdir(), 'darkroom-closed-'));
    t.after(() => rm(closed, { recursive: true }));
    for (const [weight, { file }] of Object.entries(FONTS)) await copyFile(file, join(closed, weight));
    // Many sizes: the renderer closes fonts that it has not used for a while.
    const script = `
      import { hash } from 'node:crypto';
      import { FONTS, holdFonts } from ${source('components/fonts.ts')};
      import { renderText } from ${source('components/render-text.ts')};
      import { dropRights } from ${source('worker/drop-rights.ts')};
      const account = { uid: 60999, gid: 60999, folder: '/' };
      for (const [weight, font] of Object.entries(FONTS)) font.file = ${JSON.stringify(closed)} + '/' + weight;
      if (process.argv[1] === 'drop') { holdFonts(account); dropRights(account); }
      let drawn = '';
      for (let size = 8; size < 200; size += 8)
        for (const weight of Object.keys(FONTS))
          drawn += hash('sha256', (await renderText({ text: 'Price ' + size, weight, colour: '#000000', size })).data);
      console.log(process.getuid(), hash('sha256', drawn));`;
    const draw = (how: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script, how], { encoding: 'utf8' })
        .trim()
        .split(' ');
    const [[, usual], [account, dropped]] = [draw('keep'), draw('drop')];
    assert.equal(account, '60999');
    assert.equal(dropped, usual);
  });
