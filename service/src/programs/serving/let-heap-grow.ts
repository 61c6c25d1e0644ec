import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect garbage only when the heap has doubled. Image bytes in requests and responses are outside the heap, but
 * V8 counts them and ran a full collection for every dozen megabytes: half of the service's processor time while it sent
 * results of 1 MB.
 */
export const letHeapGrow = (): void => setFlagsFromString('--heap-growing-percent=100');
