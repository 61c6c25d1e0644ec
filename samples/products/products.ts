import type { Product } from '../studio/product.ts';
import { bottle } from './bottle.ts';
import { carton } from './carton.ts';
import { dress } from './dress.ts';
import { mug, stoneware } from './mug.ts';
import { tumbler } from './tumbler.ts';

export const PRODUCTS = { mug, stoneware, bottle, carton, dress, tumbler } satisfies Record<string, Product>;

export type ProductName = keyof typeof PRODUCTS;

export const isProduct = (name: string): name is ProductName => name in PRODUCTS;
