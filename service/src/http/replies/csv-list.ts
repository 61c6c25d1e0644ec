import type { FastifyReply } from 'fastify';
import { csvRow } from '../../domain/csv.ts';
import type { TSchema } from '../../schema/typebox.ts';

type Json = { type?: unknown; properties?: Record<string, Json>; items?: Json };
type List = { entries: unknown[]; total: number };
/** A column: the keys that lead to its value in an entry. It has no keys when the entry itself is the value. */
type Column = readonly string[];

/** Returns the CSV columns for a response that is a list; undefined for any other response. */
export const csvColumns = (response: TSchema | undefined): Column[] | undefined => {
  const { properties } = (response ?? {}) as Json;
  const isList = properties && Object.keys(properties).join() === 'entries,total';
  return isList && properties['entries']?.items ? columnsOf(properties['entries'].items) : undefined;
};

/**
 * Returns a column for each key of an object with known keys, and one column for any other value. In that one
 * column, arrays and maps are written as JSON.
 */
const columnsOf = ({ properties }: Json): Column[] =>
  properties && Object.keys(properties).length > 0
    ? Object.entries(properties).flatMap(([name, inner]) =>
        columnsOf(inner).map((column) => [name, ...column]),
      )
    : [[]];

/** Sends a list as CSV, with a header row. */
export const sendCsv = (reply: FastifyReply, columns: Column[], { entries }: List): FastifyReply => {
  const header = columns.map((column) => column.join('.') || 'entry');
  const rows = entries.map((entry) => columns.map((column) => valueAt(entry, column)));
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="list.csv"')
    .send([header, ...rows].map(csvRow).join(''));
};

const valueAt = (entry: unknown, column: Column): unknown =>
  column.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], entry);
