/** TypeBox as npm installs it, in 680 files. */
export { Type } from 'typebox';
export { Compile } from 'typebox/compile';
