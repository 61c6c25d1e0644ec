import { Type } from '../../../schema/typebox.ts';
import { accepts } from '../../requests/accepts.ts';
import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';

export const readBalance = route({
  method: 'GET',
  path: '/organization/balance',
  aliases: ['/company/balance'],
  versions: ['v1'],
  action: 'organization.read',
  summary: 'Returns the number of credits that can be spent now, as plain digits.',
  schema: { querystring: PlainQuery, response: { 200: Type.Integer({ minimum: 0 }) } },
  handler: async (ports, request, reply) => {
    const credits = Math.max(0, await ports.credits.spendable(request.caller.organizationId));
    const { accept } = request.headers;
    const asJson = accepts(accept, 'application/json') && !accepts(accept, 'text/plain');
    return reply
      .type(asJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
      .send(`${credits}`);
  },
});
