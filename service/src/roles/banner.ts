import type { Config } from '../config.ts';
import type { Seeded } from '../operations/seed.ts';

/** What a person needs to begin, ending in the line that tells programs that the service is ready. */
export const welcome = (config: Config, address: string, seeded: Seeded): string => {
  const url = config.publicUrl ?? address;
  const password = seeded.adminPassword ?? '(as set at the first start)';
  const create = `${url}/v1/workflow/execution/create?workflow=${seeded.packshotWorkflowId}`;
  const authorization = `Authorization: Bearer ${seeded.apiKey}`;
  return [
    '',
    `  Administrator  ${seeded.adminEmail}`,
    `  Password       ${password}`,
    `  API key        ${seeded.apiKey}`,
    '',
    '  Try it, in the folder of this project:',
    '',
    seeded.packshotWorkflowId
      ? `  curl -sH '${authorization}' -F file=@service/samples/mug.jpg '${create}' | xargs -I ID curl -sH '${authorization}' -o packshot.jpg ${url}/v1/workflow/execution/ID/result/default`
      : `  curl -sH '${authorization}' ${url}/v1/workflow`,
    '',
    `Darkroom is ready at ${url}`,
  ].join('\n');
};
