import { route } from '../../server/route.ts';

export const readHealth = route({
  method: 'GET',
  path: '/health',
  versions: ['v1'],
  action: 'public',
  uncounted: true,
  summary: 'Whether the service can take calls: an empty 200, or 503 while its database is away.',
  schema: {},
  handler: async (world) => {
    await world.checkDatabase();
    return '';
  },
});
