import sharp from 'sharp';

/** The measured workflows written by hand for sharp, each as one fused pipeline. */
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

/**
 * Configures sharp as in a lane: one thread, because parallelism comes from processes, and no cache, because each image
 * is read once.
 */
export const setUpSharp = (): void => {
  sharp.concurrency(1);
  sharp.cache(false);
};
