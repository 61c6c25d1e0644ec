/** An error that stops the start with a message that tells the operator what to do. It is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The start was given up because the process was told to stop. */
export class StartInterrupted extends StartError {}
