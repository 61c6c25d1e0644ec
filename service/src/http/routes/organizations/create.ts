import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, textSchema } from '../../server/schemas.ts';
import { OrganizationSchema } from './record.ts';

export const createOrganization = route({
  method: 'POST',
  path: '/organization',
  versions: ['v1'],
  action: { platform: 'organization.create' },
  summary: 'Creates an organization, owned by the caller.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({ name: textSchema(1, 200, { description: 'The name of the organization' }) }),
    response: { 201: OrganizationSchema },
  },
  example: { name: 'Studio North' },
  status: 201,
  handler: (ports, request) => ports.organizations.create(request.body.name, request.caller.principal.userId),
});
