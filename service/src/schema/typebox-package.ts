/** TypeBox from its npm package, in 680 files. `typebox.ts` loads it when there is no bundle. */
export { Type } from 'typebox';
export { Compile } from 'typebox/compile';
