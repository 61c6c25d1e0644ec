import { malformed } from '../../../domain/errors.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PlainQuery } from '../../server/schemas.ts';

const CodeSchema = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  expects: 'a code of up to 64 lower-case letters, digits and hyphens, such as cut-out-edge',
});

const common = {
  path: '/organization/:id/reject-codes',
  versions: ['v1'],
  organizationInPath: true,
} as const;

export const readRejectCodes = route({
  ...common,
  method: 'GET',
  action: 'organization.read',
  summary: 'Lists the codes that a rejection may name.',
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: listSchema(CodeSchema) } },
  handler: async (ports, { caller }) => listOf(await ports.review.rejectCodes(caller.organizationId)),
});

export const changeRejectCodes = route({
  ...common,
  method: 'PUT',
  action: 'organization.configure',
  summary: 'Replaces the codes that a rejection may name.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({
      entries: Type.Array(CodeSchema, { maxItems: 100, description: 'All codes that a rejection may name' }),
    }),
    response: { 200: listSchema(CodeSchema) },
  },
  example: { entries: ['cut-out-edge', 'colour', 'framing'] },
  handler: async (ports, { caller, body }) => {
    const { organizationId, principal } = caller;
    if (new Set(body.entries).size < body.entries.length)
      throw malformed('The field entries names a code twice. Name each code once.');
    await ports.review.changeRejectCodes(organizationId, body.entries, principal.userId);
    return listOf(await ports.review.rejectCodes(organizationId));
  },
});

const listOf = (codes: string[]) => ({ entries: codes, total: codes.length });
