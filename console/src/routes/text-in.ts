/** A search parameter of an address when it is text; undefined otherwise. */
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
