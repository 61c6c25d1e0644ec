import type { Sharp } from 'sharp';
import type { ImageFacts, ImageFormat, ResultFormat } from '../../domain/images/image-formats.ts';
import type { Transform } from '../../domain/images/transform.ts';
import type { Region } from '../../matting/region.ts';
import type { CubeTable } from '../../pixels/colour/cube-file.ts';
import type { TileEnlarger } from '../../pixels/filters/enlarge.ts';
import type { Pixels, Plane } from '../../pixels/pixels.ts';
import type { Static, TObject } from '../../schema/typebox.ts';

/**
 * The fixed order in which a sharp pipeline applies its operations, whatever the order of the calls. Consecutive
 * steps in this order run as one pipeline. When the next step needs an earlier stage, the pipeline is carried out and
 * a new one starts on its pixels.
 */
export const STAGES = [
  'rotate',
  'extract',
  'flatten',
  'gamma',
  'resize',
  'extend',
  'blur',
  'modulate',
  'sharpen',
  'composite',
  'linear',
  'encode',
] as const;
export type Stage = (typeof STAGES)[number];

export type Size = { width: number; height: number };

/** The known properties of the image when it enters a step. */
export type StepImageFacts = Size & { hasAlpha: boolean; format: ImageFormat };

/** Opens another input of the execution, upright and in sRGB. */
export type OpenInput = (input: string) => Promise<Sharp>;

/** Reads another input as a colour table in a .cube file; returns undefined for any other file, such as an image. */
type OpenTable = (input: string) => CubeTable | undefined;

/** Finds the object in an image with a model that runs in another process. */
export type RegionFinder = {
  /** The width and height of the square image (8-bit RGB) that `find` takes. */
  size: number;
  find(square: Uint8Array): Promise<Region>;
};

/** The models that steps may call. They run in other processes; a model that is not configured is undefined. */
export type StepModels = { regions?: RegionFinder | undefined; enlarger?: TileEnlarger | undefined };

/** The functions and models that a step may use besides its image. */
export type StepContext = {
  open: OpenInput;
  openTable: OpenTable;
  models: StepModels;
  /**
   * Reports the confidence of the step in its result, from 0 to 1. The confidence of an execution is the lowest of its
   * steps.
   */
  reportConfidence(confidence: number): void;
  /**
   * Reports where the step moves the pixels of the image, if that depends on the content of the image. Otherwise the
   * component declares it as `transform`.
   */
  reportTransform(transform: Transform): void;
  /** Adds a warning to the trace: a sentence about what the step did, for people. */
  warn(sentence: string): void;
};

/** The metadata that the main input file contains besides its pixels, as raw bytes. */
export type EmbeddedMetadata = { exif?: Buffer; xmp?: Buffer; iptc?: Buffer; icc?: Buffer };

/** The functions that a step that writes metadata may use. */
export type MetadataContext = Pick<StepContext, 'warn'> & {
  metadata(): Promise<EmbeddedMetadata>;
  /** The format of the result. */
  format: ResultFormat;
  /** Writes a temporary file, which is deleted when the result is encoded, and returns its path. */
  writeTemporaryFile(bytes: Buffer): string;
};

/** An encoded file in memory. */
export type Encoded = { data: Buffer; info: { width: number; height: number } };

/** The maximum number of pixels in a kind of file, and the name of that kind in messages, such as "Lossless AVIF". */
export type MostPixels = { pixels: number; of: string };

/**
 * The properties of the image that an encoder gets: the size, exact to a pixel or two, and the alpha channel if it is
 * encoded separately.
 */
type EncoderInput = { size: Size; alpha?: Plane | undefined };

type Description<Params extends TObject> = {
  name: string;
  title: string;
  /** Says what the component does, for the reference and for editors of workflows. */
  sentence: string;
  credits: number;
  params: Params;
  /** Parameters whose value names an input of the workflow, or several; an empty value names none. */
  inputParams: readonly (keyof Static<Params> & string)[];
  /**
   * The parameters among `inputParams` that the step can do without. The step is skipped when the input of any other
   * parameter is missing.
   */
  optionalInputParams?: readonly (keyof Static<Params> & string)[];
  /**
   * The parameters among `inputParams` whose input may also be a colour table in a .cube file; all other inputs must be
   * images.
   */
  tableInputParams?: readonly (keyof Static<Params> & string)[];
  /** A rule across parameters. Returns what must change, or undefined when the parameters are valid. */
  rule?(params: Static<Params>): string | undefined;
  /**
   * The step fails on an image without transparency. A workflow in which it would certainly fail is refused when it
   * is saved.
   */
  needsTransparency?: true;
  /** The largest factor by which the step enlarges the content of the image. Absent: the step never enlarges. */
  enlargement?(params: Static<Params>, before: Size): number;
  /** The purpose of the step is to enlarge, so the trace does not warn that it enlarged the image. */
  isForEnlarging?: true;
  /** The parameters that are lengths in pixels. A preview on a smaller image scales them down by the same factor. */
  pixelParams?(params: Static<Params>): readonly (keyof Static<Params> & string)[];
  /**
   * The size of the image after the step, exact to a pixel; an upper bound if it depends on the content of the image.
   * Absent: the image does not become larger.
   */
  sizeAfter?(params: Static<Params>, before: Size): Size;
  /**
   * The map by which the step moves the pixels of the image, exact to less than a pixel. Null if the step does more
   * than move, scale, turn and skew the image as a whole. Absent: the pixels stay where they are, unless the step
   * reports a transform.
   */
  transform?(params: Static<Params>, before: Size): Transform | null;
  /** Checks the encoded file. Returns what is wrong with it, or undefined when it is fine. */
  checkResult?(result: ImageFacts, params: Static<Params>): string | undefined;
};

type No<Keys extends string> = { [Key in Keys]?: undefined };

/** A step that a sharp pipeline carries out. */
type PipelineWork<Params extends TObject> = No<'pixels' | 'encode' | 'annotate'> & {
  /** The first and the last of the stages that the step uses with these parameters. */
  stages(params: Static<Params>): readonly [first: Stage, last: Stage];
  /** True when the image has an alpha channel after the step. Absent: the step does not change that. */
  alphaAfter?(params: Static<Params>, before: boolean): boolean;
} & (
    | { needsSize?: false; run(image: Sharp, params: Static<Params>, hasAlpha: boolean): Sharp }
    | {
        /** The step depends on the size of the image, so pending steps are carried out first. */
        needsSize: true;
        run(
          image: Sharp,
          params: Static<Params>,
          facts: StepImageFacts,
          context: StepContext,
        ): Sharp | Promise<Sharp>;
      }
  );

/** A step that works on raw pixels. It may change the pixels that it gets in place and return them. */
type PixelWork<Params extends TObject> = No<'run' | 'needsSize' | 'encode' | 'annotate'> & {
  /** True when the image has an alpha channel after the step; `unknown` if that depends on the content of the image. */
  alphaAfter?(params: Static<Params>, before: boolean): boolean | 'unknown';
  pixels(pixels: Pixels, params: Static<Params>, context: StepContext): Pixels | Promise<Pixels>;
};

/**
 * A step that encodes the file. It runs last, wherever it is in the list; of several such steps, only the last one
 * runs.
 */
type EncodingWork<Params extends TObject> = No<'run' | 'needsSize' | 'pixels' | 'annotate' | 'alphaAfter'> & {
  encodes(params: Static<Params>): { format: ResultFormat; background: string };
  /**
   * True when the step encodes the image more than once. The steps before it are then computed once, not again for
   * each encoding.
   */
  encodesRepeatedly(params: Static<Params>): boolean;
  /** The maximum number of pixels in the file with these parameters; undefined for no limit. */
  mostPixels(params: Static<Params>, hasAlpha: boolean): MostPixels | undefined;
  /** True when the alpha channel is encoded separately with these parameters. `image` then has only the colours. */
  separatesAlpha(params: Static<Params>): boolean;
  encode(image: Sharp, params: Static<Params>, input: EncoderInput): Promise<Encoded>;
};

/**
 * A step that decides which metadata the file gets. It runs just before the encoding, wherever it is in the list; of
 * several such steps, only the last one runs.
 */
type MetadataWork<Params extends TObject> = No<'run' | 'needsSize' | 'pixels' | 'encode' | 'alphaAfter'> & {
  annotate(image: Sharp, params: Static<Params>, context: MetadataContext): Sharp | Promise<Sharp>;
};

type Work<Params extends TObject> =
  | PipelineWork<Params>
  | PixelWork<Params>
  | EncodingWork<Params>
  | MetadataWork<Params>;

export type Component<Params extends TObject = TObject> = Description<Params> & Work<Params>;

/** Declares a component: its price, validation, schema, reference entry and docs derive from it. */
export const component = <Params extends TObject>(declaration: Component<Params>): Component =>
  // Each component declares the type of its own parameters; the registry only knows that they are validated objects.
  declaration as unknown as Component;
