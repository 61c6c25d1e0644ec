import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { cutOutStudio } from '../../src/matting/studio.ts';
import { borderThreshold } from './border-threshold.ts';
import { type Score, score } from './metrics.ts';
import { allScenes, renderScene, type Scene } from './scene.ts';

const SIDE = 640;
const only = process.argv[2];
const show = process.argv[3];

type Method = (scene: Scene) => Promise<Uint8Array> | Uint8Array;

const pixelsOf = (scene: Scene) => ({
  width: scene.width,
  height: scene.height,
  channels: 3 as const,
  data: scene.rgb,
});
const alphaOf = (rgba: Uint8Array) => {
  const a = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < a.length; i++) a[i] = rgba[i * 4 + 3]!;
  return a;
};
const METHODS: Record<string, Method> = {
  floor: (s) => borderThreshold(s.rgb, s.width, s.height),
  studio: (s) => alphaOf(cutOutStudio(pixelsOf(s)).rgba),
};
const scores: { scene: Scene; method: string; score: Score }[] = [];
const t: Record<string, number> = {};
for (const { family, seed } of allScenes()) {
  if (only && !family.name.startsWith(only)) continue;
  const scene = renderScene(family, seed, SIDE);
  if (scene.jpegQuality) {
    const jpeg = await sharp(scene.rgb, { raw: { width: scene.width, height: scene.height, channels: 3 } })
      .jpeg({ quality: scene.jpegQuality })
      .toBuffer();
    scene.rgb = new Uint8Array(await sharp(jpeg).raw().toBuffer());
  }
  for (const [method, run] of Object.entries(METHODS)) {
    const t0 = performance.now();
    const matte = await run(scene);
    if (show && method !== 'floor') {
      const rgba = cutOutStudio(pixelsOf(scene)).rgba;
      const w = scene.width,
        h = scene.height;
      const over = await sharp(rgba, { raw: { width: w, height: h, channels: 4 } })
        .flatten({ background: '#f0f' })
        .resize(320, 320, { fit: 'contain' })
        .png()
        .toBuffer();
      const src = await sharp(scene.rgb, { raw: { width: w, height: h, channels: 3 } })
        .resize(320, 320, { fit: 'contain' })
        .png()
        .toBuffer();
      const tr = await sharp(
        Uint8Array.from(scene.alpha, (v) => Math.round(v * 255)),
        { raw: { width: w, height: h, channels: 1 } },
      )
        .resize(320, 320, { fit: 'contain' })
        .png()
        .toBuffer();
      const al = await sharp(matte, { raw: { width: w, height: h, channels: 1 } })
        .resize(320, 320, { fit: 'contain' })
        .png()
        .toBuffer();
      await sharp({ create: { width: 1280, height: 320, channels: 3, background: '#000' } })
        .composite([
          { input: src, left: 0, top: 0 },
          { input: over, left: 320, top: 0 },
          { input: al, left: 640, top: 0 },
          { input: tr, left: 960, top: 0 },
        ])
        .png()
        .toFile(`${show}/${scene.name}-${method}.png`);
    }
    t[method] = (t[method] ?? 0) + performance.now() - t0;
    scores.push({
      scene: { ...scene, rgb: new Uint8Array(), alpha: new Float32Array() },
      method,
      score: score(matte, scene.alpha, scene.width, scene.height),
    });
  }
}
const f = (n: number) => n.toFixed(4);
const families = [...new Set(scores.map((s) => s.scene.family))];
for (const fam of families) {
  for (const m of Object.keys(METHODS)) {
    const all = scores.filter((s) => s.scene.family === fam && s.method === m);
    const mean = (k: keyof Score) => all.reduce((x, s) => x + s.score[k], 0) / all.length;
    console.log(
      fam.padEnd(16),
      m.padEnd(8),
      f(mean('iou')),
      f(mean('alphaError')),
      f(mean('gradientError')),
      all.map((s) => s.score.iou.toFixed(2)).join(' '),
    );
  }
}
console.log(t);
