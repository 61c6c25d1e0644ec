import { isDeepStrictEqual } from 'node:util';
import { malformed } from '../../domain/errors.ts';
import { isUuid } from '../../domain/ids.ts';
import { isStorableJson } from '../../domain/storable-text.ts';
import { Compile, type Static, type TSchema, type Validator } from '../../schema/typebox.ts';

/** A place in a list: the filter and sort that the list was asked with, and the last entry before the place. */
type ListCursor<Fixed> = { fixed: Fixed; createdAt: string; id: string };

export const writeCursor = ({ fixed, createdAt, id }: ListCursor<unknown>): string =>
  Buffer.from(JSON.stringify([fixed, createdAt, id])).toString('base64url');

/** Reads cursors of a list whose filter and sort have this schema. Refuses one that was made for another filter or sort. */
export const cursorReader = <Schema extends TSchema>(schema: Schema) => {
  let compiled: Validator | undefined;
  return (text: string, given: Static<Schema>): ListCursor<Static<Schema>> => {
    const [fixed, createdAt, id] = parse(text);
    compiled ??= Compile(schema);
    const isWhole =
      compiled.Check(fixed) &&
      isStorableJson(fixed) &&
      typeof createdAt === 'string' &&
      TIME.test(createdAt) &&
      typeof id === 'string' &&
      isUuid(id);
    if (!isWhole)
      throw malformed(
        'The parameter cursor is malformed. Take it from the Link header of the page before, or leave it out.',
      );
    for (const [name, value] of Object.entries(given as object))
      if (!isDeepStrictEqual(value, (fixed as Record<string, unknown>)[name]))
        throw malformed(
          `The parameter cursor belongs to a list with another ${name}. Start again without the cursor.`,
        );
    return { fixed: fixed as Static<Schema>, createdAt, id };
  };
};

const TIME = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const parse = (text: string): unknown[] => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
};
