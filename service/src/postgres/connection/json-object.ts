/** A field of a JSON object: its name, the SQL expression of its value, and whether a null is written or left out. */
export type JsonField = { name: string; value: string; whenNull: 'null' | 'left out' };

/**
 * A SQL expression for a JSON object with its fields in this order. PostgreSQL's own functions either lose the order
 * (`jsonb`) or cannot leave a single field out (`json_build_object`).
 */
export const jsonObject = (fields: readonly JsonField[]): string => {
  const parts = fields.map(({ name, value, whenNull }) => {
    const text = `to_json(${value})::text`;
    return `'"${name}":' || ${whenNull === 'null' ? `coalesce(${text}, 'null')` : text}`;
  });
  return `('{' || concat_ws(',', ${parts.join(',\n    ')}) || '}')::json`;
};

/** A SQL expression that formats a time as records show it: UTC with milliseconds. */
export const utcText = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
