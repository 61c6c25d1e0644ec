import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery } from '../../server/schemas.ts';

export const readAccount = route({
  method: 'GET',
  path: '/organization/:id/credits',
  versions: ['v1'],
  action: 'ledger.read',
  organizationInPath: true,
  summary: 'Returns the credits that can be spent now, and those that are held for unfinished executions.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    response: {
      200: Type.Object({
        available: Type.Integer({ minimum: 0 }),
        held: Type.Integer({
          minimum: 0,
          description:
            'Held for executions that wait, run or are in review; charged or released when they end',
        }),
      }),
    },
  },
  handler: ({ credits }, { caller }) => credits.account(caller.organizationId),
});
