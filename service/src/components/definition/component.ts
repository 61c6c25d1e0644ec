import type { Sharp } from 'sharp';
import type { ImageFacts, ImageFormat, ResultFormat } from '../../domain/images/image-formats.ts';
import type { Region } from '../../matting/cutout.ts';
import type { CubeTable } from '../../pixels/colour/cube-file.ts';
import type { TileEnlarger } from '../../pixels/filters/enlarge.ts';
import type { Pixels, Plane } from '../../pixels/pixels.ts';
import type { Static, TObject } from '../../schema/typebox.ts';

/**
 * The order in which one sharp pipeline works, whatever the order of the calls.
 * Steps that come in this order run as one pipeline; a step that would go back gets finished pixels first.
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

/** What is known of the image as it enters a step. */
export type StepImageFacts = Size & { hasAlpha: boolean; format: ImageFormat };

/** Another input of the execution, upright and in sRGB. */
export type OpenInput = (input: string) => Promise<Sharp>;

/** Another input that is a colour table in a .cube file; undefined when it is something else, such as an image. */
export type OpenTable = (input: string) => CubeTable | undefined;

/** Finds the object in an image; the model behind it lives in another process. */
export type RegionFinder = {
  /** Width and height of the square that `find` takes, 8-bit RGB. */
  size: number;
  find(square: Uint8Array): Promise<Region>;
};

/** The models that steps may ask; they live in other processes. Not there where none is configured. */
export type StepModels = { regions?: RegionFinder | undefined; enlarger?: TileEnlarger | undefined };

/** What a step may ask of the world around it. */
export type StepHelp = {
  open: OpenInput;
  openTable: OpenTable;
  models: StepModels;
  /** Says how sure a step is of what it did, from 0 to 1. The least sure step counts. */
  confide(confidence: number): void;
  /** Says in a sentence what a person should know about what the step did. */
  warn(sentence: string): void;
};

/** What the camera or an editor wrote beside the pixels of the main input, as it stands in the file. */
export type Notes = { exif?: Buffer; xmp?: Buffer; iptc?: Buffer; icc?: Buffer };

/** What a step that writes beside the pixels may ask for. */
export type NotingHelp = Pick<StepHelp, 'warn'> & {
  notes(): Promise<Notes>;
  /** Of the result. */
  format: ResultFormat;
  /** Writes a file that is there until the result is made. */
  keepFile(bytes: Buffer): string;
};

/** A finished file. */
export type Encoded = { data: Buffer; info: { width: number; height: number } };

/** How large a file may become in pixels, and what it is called. */
export type MostPixels = { pixels: number; of: string };

/** What is known of a file that is to be made: its size, to a pixel, and its transparency where that is apart. */
export type AboutFile = { size: Size; alpha?: Plane | undefined };

type Description<Params extends TObject> = {
  name: string;
  title: string;
  /** What it does, for the editor and the docs. */
  sentence: string;
  credits: number;
  params: Params;
  /** Parameters whose value is the name of an input of the workflow, or a list of such names; empty for none. */
  needs: readonly (keyof Static<Params> & string)[];
  /** Those of `needs` whose input may also be a colour table in a .cube file; all others must be images. */
  tables?: readonly (keyof Static<Params> & string)[];
  /** A rule across parameters: what must change, or undefined when all is well. */
  rule?(params: Static<Params>): string | undefined;
  /** The step fails on an image without transparency. Steps for which that is certain are refused when they are saved. */
  needsTransparency?: true;
  /** How many times as wide and high it draws what the image shows, at most. Without it: never larger than before. */
  enlargement?(params: Static<Params>, before: Size): number;
  /** Enlarging is what the step is for, so the trace does not warn of it. */
  isForEnlarging?: true;
  /** Parameters in pixels of the image: a preview on a smaller one has them smaller by as much. */
  inPixels?(params: Static<Params>): readonly (keyof Static<Params> & string)[];
  /**
   * How large the image is afterwards, to a pixel; at most that large where it goes by what the image shows.
   * Without it: as before, at most.
   */
  sizeAfter?(params: Static<Params>, before: Size): Size;
  /** A look at the finished file: what is wrong with it, or undefined when all is well. */
  checkResult?(result: ImageFacts, params: Static<Params>): string | undefined;
};

type No<Keys extends string> = { [Key in Keys]?: undefined };

/** Work that a sharp pipeline does. */
type PipelineWork<Params extends TObject> = No<'pixels' | 'encode' | 'annotate'> & {
  /** The first and last stage that the step occupies with these parameters. */
  place(params: Static<Params>): readonly [first: Stage, last: Stage];
  /** Whether the image has transparency (an alpha channel) afterwards. Without it: as before. */
  alphaAfter?(params: Static<Params>, before: boolean): boolean;
} & (
    | { measures?: false; run(image: Sharp, params: Static<Params>, hasAlpha: boolean): Sharp }
    | {
        /** The step depends on the size of the image, so that pending steps are carried out first. */
        measures: true;
        run(
          image: Sharp,
          params: Static<Params>,
          facts: StepImageFacts,
          help: StepHelp,
        ): Sharp | Promise<Sharp>;
      }
  );

/** Work on the pixels themselves. What it is given may be changed in place and returned. */
type PixelWork<Params extends TObject> = No<'run' | 'measures' | 'encode' | 'annotate'> & {
  /** As for a pipeline; unknown where it depends on what the image shows. */
  alphaAfter?(params: Static<Params>, before: boolean): boolean | 'unknown';
  pixels(pixels: Pixels, params: Static<Params>, help: StepHelp): Pixels | Promise<Pixels>;
};

/** Makes the file. Such a step runs last, wherever it stands, and the last of them decides. */
type EncodingWork<Params extends TObject> = No<'run' | 'measures' | 'pixels' | 'annotate' | 'alphaAfter'> & {
  encodes(params: Static<Params>): { format: ResultFormat; background: string };
  /** Whether the pipeline is gone through several times: then pending steps are carried out once, before. */
  repeats(params: Static<Params>): boolean;
  /** The most pixels that the file can have with these parameters, and why in a sentence; undefined for no limit. */
  mostPixels(params: Static<Params>, hasAlpha: boolean): MostPixels | undefined;
  /** Whether transparency is written by itself with these parameters: then `image` has the colours alone. */
  partsAlpha(params: Static<Params>): boolean;
  encode(image: Sharp, params: Static<Params>, about: AboutFile): Promise<Encoded>;
};

/** Decides what is written beside the pixels. Runs before the encoding, wherever it stands; the last one decides. */
type NotingWork<Params extends TObject> = No<'run' | 'measures' | 'pixels' | 'encode' | 'alphaAfter'> & {
  annotate(image: Sharp, params: Static<Params>, help: NotingHelp): Sharp | Promise<Sharp>;
};

type Work<Params extends TObject> =
  | PipelineWork<Params>
  | PixelWork<Params>
  | EncodingWork<Params>
  | NotingWork<Params>;

export type Component<Params extends TObject = TObject> = Description<Params> & Work<Params>;

/** Declares a component: price, validation, editor form, docs and golden test derive from it. */
export const component = <Params extends TObject>(declaration: Component<Params>): Component =>
  // Each component sees its own parameters; the registry sees checked objects of any shape.
  declaration as unknown as Component;
