/** The first line of an error's message, with file names instead of paths: callers must not see the service's folders. */
export const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/[^\s'"]*[/\\]/g, '').replace(/[\s.]+$/, '');
};

/**
 * Loads the library that runs models. Loading fails on platforms for which the library has no binary, and in a folder
 * that was copied from another platform.
 */
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
