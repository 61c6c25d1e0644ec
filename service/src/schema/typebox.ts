import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export type { Static, TEnum, TObject, TSchema } from 'typebox';
export type { Validator } from 'typebox/compile';

const { dependencies } = createRequire(import.meta.url)('../../package.json');
const bundle = new URL(`../../dist/typebox-${dependencies.typebox}.mjs`, import.meta.url);

/**
 * The library for schemas, as the one file that `service/bundle-typebox.ts` makes of it: in its many parts it takes 0.3 s of
 * the processor and 9 MB more, in every lane.
 */
const library: typeof import('./in-parts.ts') = existsSync(bundle)
  ? await import(bundle.href)
  : await import('./in-parts.ts');

export const { Type, Compile } = library;
