import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Completions, Subject } from '../measure.ts';
import type { BareLoop, LoopOrder } from './bare-loop-process.ts';

const MAIN = join(import.meta.dirname, 'bare-loop-process.ts');

/** Starts as many processes as lanes; each processes one image after another and does nothing else. */
export const startBareLoops = async (
  name: string,
  folder: string,
  processes: number,
  loop: BareLoop,
): Promise<Subject & { stop(): void }> => {
  const settings = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  await mkdir(loop.results, { recursive: true });
  await writeFile(settings, JSON.stringify(loop));
  const env = { ...process.env, UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '1' };
  const children = Array.from({ length: processes }, () => fork(MAIN, [settings], { env, execArgv: [] }));
  return {
    name,
    work: async (from, to) => {
      const items = Array.from({ length: to - from }, (_, index) => from + index);
      const parts = children.map((child, part) =>
        workOf(child, { items: items.filter((item) => item % processes === part) }),
      );
      return (await Promise.all(parts)).flat();
    },
    stop: () => {
      for (const child of children) child.disconnect();
    },
  };
};

const workOf = async (child: ChildProcess, order: LoopOrder): Promise<Completions> => {
  const over = new AbortController();
  const { signal } = over;
  const died = once(child, 'exit', { signal }).then(() => {
    throw new Error('a process of the bare loop ended');
  });
  died.catch(() => {});
  child.send(order);
  try {
    const [completions] = await Promise.race([once(child, 'message', { signal }), died]);
    return completions as Completions;
  } finally {
    over.abort();
  }
};
