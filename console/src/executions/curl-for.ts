import { type Execution, urlOf } from 'darkroom-client';

/** Quotes a text for a shell, in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that makes another execution like this one. The key is read from the environment. */
export const curlFor = (
  { workflow, workflowVersion: version, inputs, labels, settings, organizationId }: Execution,
  origin = window.location.origin,
): string => {
  const url = `${origin}${urlOf('/v1/workflow/execution/create', {}, { organization: organizationId, workflow, version })}`;
  const body = {
    images: inputs,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return [
    `curl -sS -X POST ${quoted(url)}`,
    `  -H "Authorization: Bearer $DARKROOM_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n');
};
