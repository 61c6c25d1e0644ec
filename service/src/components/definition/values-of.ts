/** The parts of a parameter's schema that the docs and the error messages use. */
export type ParamSchema = {
  description: string;
  default: unknown;
  type?: string;
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  examples?: unknown[];
};

/** Describes the allowed values of a parameter in words. */
export const valuesOf = (schema: ParamSchema): string => {
  const { type, minimum, exclusiveMinimum, maximum, maxLength, minItems, maxItems } = schema;
  if (schema.enum) return schema.enum.join(', ');
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return `a list of ${minItems} to ${maxItems}`;
  if (type === 'string') return maxLength ? `text of up to ${maxLength} characters` : 'text';
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const from = exclusiveMinimum === undefined ? `from ${minimum}` : `above ${exclusiveMinimum}`;
  return `${kind} ${from} to ${maximum}`;
};
