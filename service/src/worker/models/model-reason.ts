/** The first line of an error's message, with file names instead of paths: callers must not see the service's folders. */
export const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/[^\s'"]*[/\\]/g, '').replace(/[\s.]+$/, '');
};

/** Loads the library that runs models. It has no binary for some platforms, and the wrong one in a copied folder. */
export const loadLibrary = async <Library>(load: () => Promise<Library>): Promise<Library> => {
  try {
    return await load();
  } catch (error) {
    throw new Error(
      `onnxruntime-node cannot be loaded: ${reasonOf(error)}; ask the operator to reinstall the service on this machine`,
      { cause: error },
    );
  }
};
