import type { Config } from '../../config.ts';
import { apiKeyPath } from '../../operations/installation/api-key-file.ts';
import type { SeedResult } from '../../operations/installation/seed.ts';

/**
 * The text printed at the start: how to sign in, and an example of a first call. Scripts wait for its last
 * line, which says "ready".
 */
export const banner = (config: Config, address: string, seeded: SeedResult): string => {
  const url = config.publicUrl ?? address;
  const password = seeded.adminPassword ?? '(as set at the first start)';
  const create = `${url}/v1/workflow/execution/create?workflow=${seeded.packshotWorkflowId}`;
  const { shown, authorization } = describeKey(config, seeded);
  return [
    '',
    `  Administrator  ${seeded.adminEmail}`,
    `  Password       ${password}`,
    `  API key        ${shown}`,
    '',
    '  Try it, in the folder of this project:',
    '',
    seeded.packshotWorkflowId
      ? `  curl -sH ${authorization} -F file=@service/samples/mug.jpg '${create}' | xargs -I {} curl -sH ${authorization} -o packshot.jpg ${url}/v1/workflow/execution/{}/result/default`
      : `  curl -sH ${authorization} ${url}/v1/workflow`,
    '',
    `Darkroom is ready at ${url}`,
  ].join('\n');
};

/** Returns the text about the API key, and a header for a shell. Both contain the key only when it may be shown. */
const describeKey = (config: Config, { apiKey, mayShowApiKey, isApiKeyRevoked }: SeedResult) => {
  const path = apiKeyPath(config.dataDir);
  if (mayShowApiKey) return { shown: apiKey, authorization: `'Authorization: Bearer ${apiKey}'` };
  if (config.apiKey === undefined)
    return { shown: `stored in ${path}`, authorization: `"Authorization: Bearer $(cat ${quoted(path)})"` };
  const shown = isApiKeyRevoked
    ? 'DARKROOM_API_KEY is a key that was revoked; set another one'
    : 'the value of DARKROOM_API_KEY';
  return { shown, authorization: '"Authorization: Bearer $DARKROOM_API_KEY"' };
};

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
