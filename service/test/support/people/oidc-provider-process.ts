// An OpenID Connect provider as a process of its own, with the library's own pages for signing in. Anyone can
// sign in with any e-mail address. The address counts as verified unless it begins with "unverified".

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2) as [string];

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'darkroom',
        // For a native client any port of a loopback redirect is valid: the service may take a free one.
        application_type: redirectUri.startsWith('http://127.0.0.1') ? 'native' : 'web',
        client_secret: 'secret-of-darkroom',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: !id.startsWith('unverified'),
        name: `Name of ${id}`,
      }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
  });
  server.on('request', provider.callback());
  console.log(issuer);
});
process.stdin.resume().on('end', () => process.exit());
