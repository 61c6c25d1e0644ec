import { isDeepStrictEqual } from 'node:util';
import { malformed } from '../../domain/errors.ts';
import { isUuid } from '../../domain/ids.ts';
import { isStorableJson } from '../../domain/storable-text.ts';
import { Compile, type Static, type TSchema, Type, type Validator } from '../../schema/typebox.ts';
import { PageQuery } from '../server/schemas.ts';
import { timestampOf } from './time-parameter.ts';

/** The query parameters that say where a page of a list begins. Each list adds its filter and its sort order. */
export const CURSOR_PARAMETERS = {
  // Has no default, so that a request with both a cursor and an offset can be refused.
  offset: Type.Optional(
    Type.Unsafe<number>({
      ...PageQuery.properties.offset,
      default: undefined,
      description: 'How many entries to skip. Default: 0. Cannot be combined with cursor.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Where the next page starts: the cursor from the Link header of the previous page. It contains the filter and the sort order.',
    }),
  ),
};

type Start = { offset?: number | undefined; cursor?: string | undefined };
/** The last entry of the previous page. The time is in ISO 8601. */
type Position<Id> = { createdAt: string; id: Id };

export const writeCursor = (criteria: unknown, after: Position<string>): string =>
  Buffer.from(JSON.stringify([criteria, after.createdAt, after.id])).toString('base64url');

/** Reads and writes the cursors of a list. `parameters` are its filter and sort order, which a cursor keeps. */
export const cursorsOf = <Parameters extends Record<string, TSchema>, Id extends string = string>(
  parameters: Parameters,
) => {
  const schema = Type.Object(parameters, { additionalProperties: false });
  type Criteria = Static<typeof schema>;
  let compiled: Validator | undefined;

  const read = (text: string): { criteria: Criteria; after: Position<Id> } => {
    const [criteria, createdAt, id] = parse(text);
    compiled ??= Compile(schema);
    const isValid =
      compiled.Check(criteria) &&
      isStorableJson(criteria) &&
      typeof createdAt === 'string' &&
      timestampOf(createdAt) === createdAt &&
      typeof id === 'string' &&
      isUuid(id);
    if (!isValid)
      throw malformed(
        'The parameter cursor is malformed. Take it from the Link header of the page before, or leave it out.',
      );
    return { criteria: criteria as Criteria, after: { createdAt, id: id as Id } };
  };

  return {
    /** Returns where the page starts, and the filter and sort order. All come from the cursor if there is one. */
    startOf: ({
      offset,
      cursor,
      ...query
    }: Start & Criteria): { criteria: Criteria } & ({ offset: number } | { after: Position<Id> }) => {
      const given = Object.fromEntries(
        Object.entries(query).filter(([name]) => name in parameters),
      ) as Criteria;
      if (cursor === undefined) return { criteria: given, offset: offset ?? 0 };
      if (offset !== undefined)
        throw malformed('Send either the parameter cursor or the parameter offset, not both.');
      const { criteria, after } = read(cursor);
      for (const [name, value] of Object.entries(given))
        if (!isDeepStrictEqual(value, (criteria as Record<string, unknown>)[name]))
          throw malformed(
            `The parameter cursor belongs to a list with another ${name}. Start again without the cursor.`,
          );
      return { criteria, after };
    },
    /**
     * Builds the Link header of a page that ends with this entry when more follow. `list` is the address of the
     * list.
     */
    linkAfter: (
      { createdAt, id }: { createdAt: Date; id: string },
      list: string,
      criteria: Criteria,
      { limit, organization }: { limit: number; organization?: string | undefined },
    ): string => {
      const cursor = writeCursor(criteria, { createdAt: createdAt.toISOString(), id });
      const next = new URLSearchParams({ ...(organization && { organization }), limit: `${limit}`, cursor });
      return `<${list}?${next}>; rel="next"`;
    },
  };
};

const parse = (text: string): unknown[] => {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder ignores characters that are not base64url, so only encoding the bytes again shows such characters.
  if (bytes.toString('base64url') !== text) return [];
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
};
