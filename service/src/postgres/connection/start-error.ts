/** Ends the start with one sentence that tells the operator what to do; nobody needs its stack. */
export class StartError extends Error {
  override name = 'StartError';
}
