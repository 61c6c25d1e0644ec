import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { mapSchema, PlainQuery } from '../../server/schemas.ts';

const Rows = Type.Array(mapSchema(Type.Unknown()));

export const exportAccount = route({
  method: 'GET',
  path: '/account/export',
  versions: ['v1'],
  action: 'person',
  summary: 'Returns all that is stored about the person who is signed in, as a JSON file.',
  schema: {
    querystring: PlainQuery,
    response: { 200: mapSchema(Rows) },
  },
  handler: async (ports, { caller }, reply) => {
    // Write the data to a file first: the database must not wait for a slow client, and the data may be too large for
    // memory.
    const file = await ports.objects.scratch();
    try {
      await ports.users.exportData(caller.principal.userId, (text) => file.appendFile(text));
    } catch (error) {
      await file.close();
      throw error;
    }
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
        'cache-control': 'no-store',
      })
      .send(file.createReadStream({ start: 0 }));
  },
});
