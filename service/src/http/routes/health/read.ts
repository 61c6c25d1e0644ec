import { route } from '../../server/route.ts';

export const readHealth = route({
  method: 'GET',
  path: '/health',
  versions: ['v1'],
  action: 'public',
  exempt: true,
  summary:
    'Returns an empty 200 when the service can take calls, or 503 while its database cannot be reached.',
  schema: {},
  handler: async (ports) => {
    await ports.checkDatabase();
    return '';
  },
});
