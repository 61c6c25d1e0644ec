import sharp from 'sharp';

/** What the measured workflows do, as one would write it by hand for sharp: one fused pipeline each. */
export const FUSED_PIPELINES = {
  fitOnWhite: (path: string): Promise<Buffer> =>
    sharp(path, { autoOrient: true })
      .flatten({ background: '#ffffff' })
      .resize({ width: 1800, height: 1800, fit: 'contain', background: '#ffffff' })
      .extend({ top: 100, bottom: 100, left: 100, right: 100, background: '#ffffff' })
      .sharpen()
      .jpeg({ quality: 90 })
      .toBuffer(),
  passThrough: (path: string): Promise<Buffer> =>
    sharp(path, { autoOrient: true }).jpeg({ quality: 85 }).toBuffer(),
};

export type PipelineName = keyof typeof FUSED_PIPELINES;

/** As in a lane: parallelism comes from the number of processes, and every picture is seen once. */
export const setUpSharp = (): void => {
  sharp.concurrency(1);
  sharp.cache(false);
};
