import type { Region } from '../../matting/cutout.ts';
import type { EnlargerDeclaration, ModelDeclaration } from '../../matting/model/model-declaration.ts';

export type AnyDeclaration = ModelDeclaration | EnlargerDeclaration;

/** What a model makes of a square: where the object is, or the square made larger. */
export type AnswerOf<Declaration extends AnyDeclaration> = Declaration extends EnlargerDeclaration
  ? Uint8Array
  : Region;

/** What is said to the process that holds the model. */
export type ToModel = { id: number; square: Uint8Array };

/** What it answers. `unusable`: it will be no better next time. */
export type FromModel =
  | { say: 'ready' }
  | { say: 'unusable'; message: string }
  | { say: 'found'; id: number; answer: Region | Uint8Array }
  | { say: 'failed'; id: number; message: string };
