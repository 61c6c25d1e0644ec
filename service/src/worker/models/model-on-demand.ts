import { type Model, type ModelOptions, openModel } from './model.ts';
import type { AnswerOf, AnyDeclaration } from './model-messages.ts';

/** Starts the model's process with the first image and then keeps it: who never cuts out pays nothing. */
export const openModelOnDemand = <Declaration extends AnyDeclaration>(
  options: ModelOptions<Declaration>,
): Model<AnswerOf<Declaration>> => {
  let opened: Model<AnswerOf<Declaration>> | undefined;
  let closed = false;
  return {
    size: options.declaration.size,
    find: (square, signal) => {
      if (!closed) opened ??= openModel(options);
      return opened ? opened.find(square, signal) : Promise.reject(new Error('The service is stopping.'));
    },
    close: async () => {
      closed = true;
      await opened?.close();
    },
  };
};
