import { type Model, type ModelOptions, openModel } from './model.ts';
import type { AnswerOf, AnyDeclaration } from './model-messages.ts';

/**
 * Starts the model process with the first request and then keeps it running, so that an unused model costs no memory.
 */
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
