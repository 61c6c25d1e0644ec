import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../..');

/** The folders whose code determines the content of a result. */
const IMAGE_CODE = ['components', 'pixels', 'matting'];

const { dependencies } = createRequire(import.meta.url)(join(import.meta.dirname, '../../../package.json'));

/**
 * Computes the version of everything that determines the content of a result: the image code, the pinned versions of sharp
 * (which brings libvips), onnxruntime and the other libraries, and the models. Results are reused only within one version.
 */
export const codeVersion = async (models: readonly unknown[], source = SOURCE): Promise<string> => {
  const folders = await Promise.all(IMAGE_CODE.map((folder) => hashFiles(source, folder)));
  return hash('sha256', JSON.stringify([folders, dependencies, models]), 'hex');
};

const hashFiles = async (source: string, folder: string): Promise<[path: string, sha256: string][]> => {
  const entries = await readdir(join(source, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths
      .sort()
      .map(async (path) => [path.slice(source.length), hash('sha256', await readFile(path), 'hex')] as const),
  );
};
