import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

export const INTERFACE_FILE = new URL('src/interface.ts', import.meta.url);

const HEADER = '// Made from the OpenAPI document of the service by `npm run generate`. Do not edit.\n\n';

/** The types of the service's OpenAPI document, as the text of a module. */
export const generateInterface = async (document: string): Promise<string> =>
  HEADER + astToString(await openapiTS(document, { alphabetize: true }));

export const committedInterface = (): string => readFileSync(INTERFACE_FILE, 'utf8');
