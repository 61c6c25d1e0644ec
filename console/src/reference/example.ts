import type { Listed } from './document.ts';

/** The ways to send the body of a call. */
export type BodyKind = 'json' | 'file' | 'form' | 'none';

export const bodyKindsOf = ({ operation }: Listed): BodyKind[] => {
  const types = Object.keys(operation.requestBody?.content ?? {});
  return [
    ...(types.includes('multipart/form-data') ? (['file'] as const) : []),
    ...(types.includes('application/json') ? (['json'] as const) : []),
    ...(types.includes('application/x-www-form-urlencoded') ? (['form'] as const) : []),
  ];
};

const FORMS: Record<string, string> = {
  '/oauth/device/code': 'client_id=darkroom-cli',
  '/oauth/token': 'grant_type=refresh_token&client_id=darkroom-cli&refresh_token=TOKEN',
  '/oauth/revoke': 'token=TOKEN',
};

/** The example of the body of a call, as text. */
export const exampleBody = ({ path, operation }: Listed, kind: BodyKind): string => {
  if (kind === 'form') return FORMS[path] ?? '';
  const { example, schema } = operation.requestBody?.content['application/json'] ?? {};
  return kind === 'json' ? JSON.stringify(example ?? schema?.examples?.[0] ?? {}, null, 2) : '';
};

type Request = { method: string; url: string; kind: BodyKind; body: string; isOpen: boolean };

/** The call as a line of curl, with the variables URL and KEY. */
export const curlOf = ({ method, url, kind, body, isOpen }: Request): string =>
  [
    `curl -fsS${method === 'HEAD' ? ' --head' : method === 'GET' ? '' : ` -X ${method}`}`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(kind === 'json'
      ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]
      : []),
    ...(kind === 'file' ? ['-F file=@mug.jpg'] : []),
    ...(kind === 'form' ? [`-d '${body}'`] : []),
    `"$URL${url}"`,
  ].join(' \\\n  ');
