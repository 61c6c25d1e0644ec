import { outputFileName } from '../images/file-names.ts';
import type { Digest, ImageFacts } from '../images/image-formats.ts';
import { DEFAULT_OUTPUT } from '../workflows/workflow.ts';
import type { ResultFile } from './execution.ts';

type Made = ImageFacts & Digest;

/** The files of an execution as the record lists them; null when there is only the result. */
export const resultFiles = (
  { outputs, ...result }: Made & { outputs?: readonly (Made & { output: string })[] },
  fileName: string,
): Record<string, ResultFile> | null =>
  outputs
    ? Object.fromEntries([
        [DEFAULT_OUTPUT, fileOf(result, fileName)],
        ...outputs.map((made) => [
          made.output,
          fileOf(made, outputFileName(fileName, made.output, made.format)),
        ]),
      ])
    : null;

const fileOf = ({ hash, contentType, width, height, bytes }: Made, name: string): ResultFile => ({
  name,
  contentHash: hash,
  contentType,
  path: `/image/${hash}/${name}`,
  width,
  height,
  bytes,
});
