import type { Attempts } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { begin } from './begin.ts';
import { forgive } from './forgive.ts';

export const attemptsIn = ({ run }: Database): Attempts => ({ begin: begin(run), forgive: forgive(run) });
