import type { Checked, Reply, Task } from './checkers.ts';
import { sha256Of } from './sha256.ts';
import { SNIFFED_BYTES, sniff } from './sniff.ts';

const THUMBNAIL_PX = 112;

const check = async (file: File): Promise<Checked> => {
  const sniffed = sniff(new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer()));
  return sniffed.ok ? { ...sniffed, hash: await sha256Of(file) } : sniffed;
};

/** Null for formats that this browser cannot decode. */
const thumbnailOf = (file: File): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { resizeHeight: THUMBNAIL_PX, resizeQuality: 'medium' }).catch(() => null);

const UNREADABLE: Checked = {
  ok: false,
  reason: 'The file cannot be read. It may have been moved or changed.',
};

addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  if (data.kind === 'check') {
    const reply: Reply = { kind: 'check', checked: await check(data.file).catch(() => UNREADABLE) };
    postMessage(reply);
  } else {
    const bitmap = await thumbnailOf(data.file);
    const reply: Reply = { kind: 'thumbnail', bitmap };
    postMessage(reply, { transfer: bitmap ? [bitmap] : [] });
  }
});
