import { type ApiDocument, type Listed, type Parameter, resolved, type Schema } from './document.ts';

const HASH = 'd2a84f4b8b650937ec8f73cd8be2c74add5a911ba64df27458ed8229da804a26';
const IMAGE = { name: 'mug.jpg', contentHash: HASH };
const ID = '018f3a5e-7c00-7000-8000-000000000001';
const STEPS = [{ id: 'resize', component: 'resize', params: { width: 1200 } }];

/** Bodies of calls whose fields exclude each other or refer to each other. The schema does not say so. */
const BODIES: Record<string, unknown> = {
  'POST /v1/workflow/execution/create': { image: IMAGE, labels: { service_batch_name: 'Autumn mugs' } },
  'POST /v1/workflow/execution/create-many': { workflow: ID, executions: [{ image: IMAGE }] },
  'POST /v1/workflow': { name: 'Web resize', workflowComponents: STEPS },
  'PUT /v1/workflow/{id}': { name: 'Web resize', workflowComponents: STEPS },
  'POST /v1/workflow/preview': { contentHash: HASH, workflowComponents: STEPS },
  'POST /v1/workflow/estimate': { workflow: ID, count: 200 },
  'POST /v1/upload': { urls: { front: 'https://shop.example/mug.jpg' } },
  'POST /v1/organization/{id}/keys': { name: 'Shop import', role: 'operator' },
  'POST /v1/oauth-client': { clientId: 'capture-tool', name: 'Capture tool' },
  'POST /v1/organization': { name: 'Studio North' },
  'PUT /v1/organization/{id}': { name: 'Studio North' },
  'PUT /v1/account': { name: 'Kim' },
};

/** Values that a reader recognizes, by the name of the field. */
const VALUES: Record<string, unknown> = {
  name: 'Autumn mugs',
  email: 'kim@example.com',
  url: 'https://shop.example/darkroom',
  hash: HASH,
  contentHash: HASH,
  hashes: [HASH],
  timezone: 'Europe/Berlin',
  role: 'operator',
  reason: 'The edge is cut off',
  comment: 'The edge is cut off',
  password: 'chalk lamp orchard',
  currentPassword: 'chalk lamp orchard',
  newPassword: 'orchard lamp chalk',
  settings: { canvas: { background: '#f4f4f4' } },
  entries: ['edge-cut-off'],
  amount: 500,
  count: 10,
  expected: 200,
  budget: 5000,
  priority: 5,
  overlapHours: 24,
  creditsLowAt: 500,
  requestsPerMinute: 6000,
  workflowComponents: STEPS,
};

/** An example of what a schema allows. */
const exampleOf = (document: ApiDocument, given: Schema, name = ''): unknown => {
  const schema = resolved(document, given);
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0] ?? {}, name);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'array') return [exampleOf(document, schema.items ?? {}, name)];
  if (type === 'object') return objectOf(document, schema);
  if (schema.default !== undefined) return schema.default;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.format === 'date-time') return '2027-01-31T12:00:00.000Z';
  if (schema.pattern?.startsWith('^[0-9a-f]{8}')) return ID;
  return 'text';
};

/** The required properties; all of them when none is required, as in calls that change single fields. */
const objectOf = (
  document: ApiDocument,
  { properties = {}, required = [], additionalProperties }: Schema,
) => {
  const names = required.length > 0 ? required : Object.keys(properties);
  const fields = names.map((name) => [name, exampleOf(document, properties[name] ?? {}, name)]);
  if (fields.length === 0 && typeof additionalProperties === 'object')
    fields.push(['front', exampleOf(document, additionalProperties)]);
  return Object.fromEntries(fields);
};

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

/** An example of the body of a call as text. */
export const exampleBody = (
  document: ApiDocument,
  { method, path, operation }: Listed,
  kind: BodyKind,
): string => {
  if (kind === 'form') return FORMS[path] ?? '';
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (kind !== 'json' || !schema) return '';
  return JSON.stringify(BODIES[`${method} ${path}`] ?? exampleOf(document, schema), null, 2);
};

export const exampleValue = (document: ApiDocument, { name, schema }: Parameter): string =>
  String(exampleOf(document, schema ?? {}, name));

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
