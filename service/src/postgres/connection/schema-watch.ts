import { Refusal } from '../../domain/errors.ts';
import { type Database, statement } from './database.ts';

const NEWEST = statement<{ number: number; name: string }>(
  'select number, name from migrations order by number desc limit 1',
);

/**
 * Remembers the schema with which this process has started. The returned function checks whether another process
 * has migrated the database further, so that the code of this process no longer fits. It returns the reason;
 * undefined while the code fits or the database is unavailable.
 */
export const schemaWatch = async ({ run }: Database): Promise<() => Promise<string | undefined>> => {
  const [known] = await run(NEWEST, []);
  return async () => {
    try {
      const [newest] = await run(NEWEST, []);
      if (newest?.number === known?.number) return undefined;
      return `The database has a newer schema (${newest?.name}) than this process was made for. Start the new version in its place.`;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unavailable') return undefined;
      throw error;
    }
  };
};
