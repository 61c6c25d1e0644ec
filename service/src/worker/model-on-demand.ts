import { type Model, type ModelOptions, openModel } from './model.ts';

/** Starts the model's process with the first picture and then keeps it: who never cuts out pays nothing. */
export const openModelOnDemand = (options: ModelOptions): Model => {
  let opened: Model | undefined;
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
