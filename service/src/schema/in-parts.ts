/** As it is installed: 680 files. */
export { Type } from 'typebox';
export { Compile } from 'typebox/compile';
