import type { Books } from '../../ports/books.ts';
import type { Database } from '../database.ts';
import { findContradictions } from './find-contradictions.ts';

export const booksIn = ({ run }: Database): Books => ({ findContradictions: findContradictions(run) });
