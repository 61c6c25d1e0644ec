import { join } from 'node:path';
import { shareChromium } from '../../../console/test/support/chromium.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { Bench } from '../bench.ts';
import { median, progress } from '../measure.ts';
import { type ServiceUnderTest, startService } from '../services/service-under-test.ts';

const MUG = join(import.meta.dirname, '../../samples/mug.jpg');
const ADMINISTRATOR = { email: 'admin@darkroom.local', password: 'administrator-of-the-bench' };
const PHOTOS = 7;
/** The first preview loads the model, which takes long on a busy machine. */
const MODEL_LOAD_MS = 240_000;
const STEPS = [
  { id: 'cut-out', component: 'remove-background' },
  { id: 'canvas', component: 'canvas', params: { width: 1600, height: 1600, margin: 5 } },
  { id: 'jpeg', component: 'convert' },
];

type Browser = Awaited<ReturnType<ReturnType<typeof shareChromium>['open']>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/**
 * Measures the time until the editor shows a preview, in a real Chromium: the first preview of a photo, and the
 * one after changing a step that follows the cut-out.
 */
export const editorBench: Bench = {
  name: 'editor',
  description:
    'the preview after a changed parameter behind a cut-out, beside the first preview of the same photo',
  run: async ({ folder, atTheEnd, effort }) => {
    const service = await startService({
      folder,
      settings: { DARKROOM_ADMIN_PASSWORD: ADMINISTRATOR.password, DARKROOM_PREVIEWS_PER_MINUTE: '1000' },
    });
    atTheEnd(() => service.stop());
    const page = await openEditor(service, atTheEnd);
    const [first, changed]: [number[], number[]] = [[], []];
    // The first photo also starts the lane of previews and its model, so its times do not count.
    for (let photo = 0; photo < Math.max(3, Math.round(PHOTOS * effort)); photo += 1) {
      const times = [await timeOf(page, chooseSample(photo)), await timeOf(page, setMargin(6 + photo))];
      if (photo === 0) continue;
      first.push(times[0]!);
      changed.push(times[1]!);
      progress(`first ${times[0]!.toFixed(0)} ms, changed ${times[1]!.toFixed(0)} ms`);
    }
    const inMs = (times: number[]) => `${median(times).toFixed(0)} ms`;
    return [
      {
        what: 'editor: the preview after a changed margin behind a cut-out / the first preview of the photo',
        darkroom: inMs(changed),
        reference: inMs(first),
        value: median(changed) / median(first),
        unit: '',
        target: { atMost: 0.5 },
      },
    ];
  },
};

/** Opens the workflow in the editor and adds sample photos. Only the first of them has been previewed. */
const openEditor = async (
  { origin, client }: ServiceUnderTest,
  atTheEnd: (end: () => unknown) => void,
): Promise<Page> => {
  const body = JSON.stringify({ name: 'Cut-out', workflowComponents: STEPS });
  const answer = await client.caller.post('/v1/workflow', body, 'application/json');
  const { id } = JSON.parse(answer.toString()) as { id: string };
  const chromium = shareChromium();
  const browser = await chromium.open();
  atTheEnd(() => chromium.release());
  const context = await browser.newContext({ baseURL: origin });
  await context.request.post('/v1/session', { data: ADMINISTRATOR });
  const page = await context.newPage();
  page.setDefaultTimeout(MODEL_LOAD_MS);
  await page.goto(`/console/workflows/${id}?step=canvas`);
  const photos = Array.from({ length: PHOTOS + 1 }, async (_, hue) => ({
    name: `mug-${hue}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp(MUG)
      .modulate({ hue: hue * 40 })
      .jpeg()
      .toBuffer(),
  }));
  await page.getByLabel('Add photos').setInputFiles(await Promise.all(photos));
  await page.getByRole('button', { name: `Preview on mug-${PHOTOS}.jpg` }).waitFor();
  // The photo that was added first is selected: wait for its preview.
  await page.getByAltText('mug-0.jpg after canvas').waitFor();
  return page;
};

const chooseSample = (photo: number): string =>
  `document.querySelectorAll('.sample-photo[aria-pressed]')[${photo + 1}].click();`;

/** A script that types into the field in a way that React notices. */
const setMargin = (percent: number): string => `
  const label = [...document.querySelectorAll('.step-param label')].find((one) => one.textContent === 'Margin');
  const field = document.getElementById(label.htmlFor);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${percent}');
  field.dispatchEvent(new Event('input', { bubbles: true }));`;

/**
 * The time in milliseconds from an action in the page to the next preview. The script is a string, because this
 * file has no DOM types.
 */
const timeOf = (page: Page, act: string): Promise<number> =>
  page.evaluate(`(async () => {
    const shown = () => document.querySelector('.preview-stage img');
    const before = shown()?.src;
    const start = performance.now();
    ${act}
    while (!shown() || shown().src === before || !shown().complete) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  })()`);
