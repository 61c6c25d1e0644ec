import { mkdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { resultFileName } from '../domain/file-names.ts';
import { IMAGE_FORMATS, type ResultFormat } from '../domain/image-formats.ts';
import { RunError } from './run-arguments.ts';

type Results = {
  /** A file to write into, one for each lane. */
  draft(lane: number): string;
  /** Gives the draft its name, and says which. */
  keep(draft: string, file: string, format: ResultFormat): Promise<string>;
};

/** Where results go: to one file, or into a folder. They never replace a picture that was given, nor a folder. */
export const openResults = async (output: string, files: string[], inputs: string[]): Promise<Results> => {
  const given = new Set(await Promise.all([...files, ...inputs].map(fileId)));
  const isGiven = async (path: string) => given.has((await fileId(path)) ?? '');
  const intoFolder = files.length > 1 || (await isFolder(output)) || extname(output) === '';
  if (!intoFolder && (await isGiven(output)))
    throw new RunError(`${output} is the picture itself. Choose another name for the result.`);
  const folder = intoFolder ? output : dirname(output);
  await mkdir(folder, { recursive: true });

  const names = new Set<string>();
  /** A name of its own for each result, also when pictures of several folders are called the same. */
  const freePath = async (wished: string): Promise<string> => {
    const { length } = extname(wished);
    for (let copy = 1; ; copy += 1) {
      const name = copy === 1 ? wished : `${wished.slice(0, -length)}-${copy}${wished.slice(-length)}`;
      const path = join(folder, name);
      if (names.has(name) || (await isGiven(path))) continue;
      names.add(name);
      return path;
    }
  };

  return {
    draft: (lane) => join(folder, `.darkroom-${process.pid}-${lane}`),
    keep: async (draft, file, format) => {
      const path = intoFolder ? await freePath(resultFileName(basename(file), format)) : output;
      if (await isFolder(path))
        throw new RunError(`${path} is a folder. Choose another place for the results.`);
      await rename(draft, path);
      if (!intoFolder) warnOfName(path, format);
      return path;
    },
  };
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The same for all names of a file. */
const fileId = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    () => undefined,
  );

const warnOfName = (path: string, format: ResultFormat): void => {
  const extensions: readonly string[] = IMAGE_FORMATS[format].extensions;
  if (!extensions.includes(extname(path).slice(1).toLowerCase()))
    console.error(`Note: the result is ${format}, whatever the name ${basename(path)} says.`);
};
