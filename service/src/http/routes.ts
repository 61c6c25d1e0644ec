import type { Route } from './route.ts';
import { readHealth } from './routes/health/read.ts';

/** Every endpoint of the API, once. */
export const ROUTES: readonly Route[] = [readHealth];
