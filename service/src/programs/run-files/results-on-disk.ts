import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { resultFileName } from '../../domain/images/file-names.ts';
import { IMAGE_FORMATS, RESULT_FORMATS, type ResultFormat } from '../../domain/images/image-formats.ts';
import { RunError } from './run-arguments.ts';

type Results = {
  /** Path of the temporary file of a lane. */
  draft(lane: number): string;
  /** Renames the draft to its final path and returns that path. */
  keep(draft: string, file: string, format: ResultFormat): Promise<string>;
};

/** Writes results to one file or into a folder. A result never replaces an image that was given, nor a folder. */
export const openResultsOnDisk = async (
  output: string,
  files: string[],
  inputs: string[],
): Promise<Results> => {
  const given = new Set(await Promise.all([...files, ...inputs].map(fileId)));
  const isGiven = async (path: string) => given.has((await fileId(path)) ?? '');
  const intoFolder = files.length > 1 || (await isFolder(output)) || extname(output) === '';
  if (!intoFolder && (await isGiven(output)))
    throw new RunError(`${output} is also the image to work on. Choose another name for the result.`);
  const folder = intoFolder ? output : dirname(output);
  await mkdir(folder, { recursive: true });

  const reserved: string[] = [];
  if (intoFolder)
    for (const name of await readdir(folder)) if (await isGiven(join(folder, name))) reserved.push(name);
  const names = planNames(files, reserved);

  return {
    draft: (lane) => join(folder, `.darkroom-${process.pid}-${lane}`),
    keep: async (draft, file, format) => {
      const path = intoFolder ? join(folder, names(file, format)) : output;
      if (await isFolder(path))
        throw new RunError(
          `The result cannot be written to ${path}, because that is a folder. Choose another output folder.`,
        );
      await rename(draft, path);
      if (!intoFolder) warnOfName(path, format);
      return path;
    },
  };
};

/**
 * Plans the name of each file's result in each format. All names are chosen before the first result is written,
 * so that they do not depend on the order in which images finish. No two names are the same, even on file
 * systems that ignore case. When several results would have one name, the result whose format keeps its file's
 * own name gets it; the others are numbered.
 */
export const planNames = (files: readonly string[], reserved: readonly string[]) => {
  const taken = new Set(reserved.map(comparableName));
  const planned = new Map<string, string>();
  const take = (key: string, name: string): boolean => {
    if (taken.has(comparableName(name))) return false;
    taken.add(comparableName(name));
    planned.set(key, name);
    return true;
  };
  const candidates = files.flatMap((file) =>
    RESULT_FORMATS.map((format) => {
      const name = resultFileName(basename(file), format);
      return { key: `${format} ${file}`, name, keepsName: name === basename(file) };
    }),
  );
  const ordered = [
    ...candidates.filter((candidate) => candidate.keepsName),
    ...candidates.filter((candidate) => !candidate.keepsName),
  ];
  const copies = new Map<string, number>();
  for (const { key, name } of ordered.filter((candidate) => !take(candidate.key, candidate.name))) {
    let copy = copies.get(comparableName(name)) ?? 2;
    while (!take(key, numbered(name, copy))) copy += 1;
    copies.set(comparableName(name), copy);
  }
  return (file: string, format: ResultFormat): string => planned.get(`${format} ${file}`)!;
};

const comparableName = (name: string): string => name.normalize('NFC').toLowerCase();

const numbered = (name: string, copy: number): string => {
  const { length } = extname(name);
  return `${name.slice(0, -length)}-${copy}${name.slice(-length)}`;
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Identifies a file by device and inode, so that all paths and links to it have the same id. */
const fileId = (path: string): Promise<string | undefined> =>
  stat(path).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    () => undefined,
  );

const warnOfName = (path: string, format: ResultFormat): void => {
  const extensions: readonly string[] = IMAGE_FORMATS[format].extensions;
  if (!extensions.includes(extname(path).slice(1).toLowerCase()))
    console.error(`Note: the result is ${format}, although its name ${basename(path)} says otherwise.`);
};
