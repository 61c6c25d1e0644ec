import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

import { enlargedRgbOf, regionOf, tensorOf } from '../../matting/model/model-tensors.ts';
import { dropRights, type RunAs } from '../../processes/drop-rights.ts';

import type { AnyDeclaration, FromModel, ToModel } from './model-messages.ts';
import { loadLibrary, reasonOf } from './model-reason.ts';

/** The main file of the model process. It works on one image at a time and may be killed at any moment. */

process.title = 'darkroom model';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const answer = (message: FromModel) => process.send?.(message);
const { declaration, threads, runAs } = JSON.parse(process.argv[2] ?? '') as {
  declaration: AnyDeclaration;
  threads: number;
  runAs?: RunAs;
};

const readModel = (): Uint8Array => {
  const bytes = readFileSync(declaration.file);
  const found = hash('sha256', bytes, 'hex');
  if (found !== declaration.sha256)
    throw new Error(`the file has the SHA-256 ${found}, but the setting declares ${declaration.sha256}`);
  return bytes;
};

const load = async () => {
  const bytes = readModel();
  // Imported here and not at the top: where the package has no library for this platform, the process answers
  // `unusable` instead of crashing.
  const onnx = await loadLibrary(() => import('onnxruntime-node'));
  const session = await onnx.InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const find = async (square: Uint8Array) => {
    const { data, dims } = tensorOf(square, declaration);
    const input: Tensor = new onnx.Tensor('float32', data, dims);
    const output = await firstOutput(session, input);
    return 'factor' in declaration ? enlargedRgbOf(output, declaration) : regionOf(output, declaration);
  };
  // The first run of the model is slow, because it allocates memory and tunes itself. Do it now, on an empty square.
  await find(new Uint8Array(declaration.size ** 2 * 3));
  return find;
};

const firstOutput = async (session: InferenceSession, input: Tensor): Promise<Float32Array> => {
  const results = await session.run({ [session.inputNames[0]!]: input }, [session.outputNames[0]!]);
  const { data } = results[session.outputNames[0]!]!;
  if (!(data instanceof Float32Array)) throw new Error('the first output is not of 32-bit floats');
  return data;
};

try {
  const find = await load();
  if (runAs) dropRights(runAs);
  process.on('message', async ({ id, square }: ToModel) => {
    try {
      answer({ say: 'found', id, answer: await find(square) });
    } catch (error) {
      answer({ say: 'failed', id, message: reasonOf(error) });
    }
  });
  answer({ say: 'ready' });
} catch (error) {
  answer({ say: 'unusable', message: reasonOf(error) });
}
