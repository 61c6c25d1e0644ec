import type { EnlargerDeclaration, ModelDeclaration } from '../../matting/model/model-declaration.ts';
import type { Region } from '../../matting/region.ts';

export type AnyDeclaration = ModelDeclaration | EnlargerDeclaration;

/** A model's answer for a square: the region of the object, or the enlarged square. */
export type AnswerOf<Declaration extends AnyDeclaration> = Declaration extends EnlargerDeclaration
  ? Uint8Array
  : Region;

/** Message from the parent to the model process. */
export type ToModel = { id: number; square: Uint8Array };

/** Messages from the model process to its parent. `unusable` means that a new start would fail in the same way. */
export type FromModel =
  | { say: 'ready' }
  | { say: 'unusable'; message: string }
  | { say: 'found'; id: number; answer: Region | Uint8Array }
  | { say: 'failed'; id: number; message: string };
