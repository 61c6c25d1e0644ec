import { inOneProcess } from '../support/in-one-process.ts';

await inOneProcess('faults-long');
