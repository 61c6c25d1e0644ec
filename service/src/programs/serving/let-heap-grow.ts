import { setFlagsFromString } from 'node:v8';

/**
 * Pictures on their way in and out lie outside the heap. V8 counts them all the same, and went through the whole heap
 * for every dozen megabytes of them: half of the service's processor time while it sent results of 1 MB. Until the heap
 * has doubled there is no need to.
 */
export const letHeapGrow = (): void => setFlagsFromString('--heap-growing-percent=100');
