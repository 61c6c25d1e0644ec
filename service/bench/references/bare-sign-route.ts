// A bare Fastify route with the minimum that a token refresh needs: one indexed read and one ES256 signature.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

const [databaseUrl, connections] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });
await pool.query('create table if not exists bare_tokens (id text primary key, owner uuid not null)');
await pool.query(`insert into bare_tokens select n::text, gen_random_uuid() from generate_series(1, 1000) n
  on conflict do nothing`);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const header = Buffer.from('{"alg":"ES256","typ":"at+jwt"}').toString('base64url');
const READ = { name: 'read', text: 'select owner from bare_tokens where id = $1' };

const server = fastify();
server.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, text, done) => done(null, new URLSearchParams(text as string)),
);
server.post<{ Body: URLSearchParams }>('/oauth/token', async ({ body }) => {
  const { rows } = await pool.query({ ...READ, values: [body.get('refresh_token')] });
  const claims = { sub: rows[0].owner, jti: randomUUID(), exp: Math.floor(Date.now() / 1000) + 900 };
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return {
    access_token: `${signed}.${signature.toString('base64url')}`,
    expires_in: 900,
    token_type: 'Bearer',
  };
});
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => process.exit());
