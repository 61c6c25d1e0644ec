// Runs the examples in deploy/nginx and deploy/caddy with the real servers: `npm run test:deploy`.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type RequestOptions, request as startRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { freePort } from '../support/free-port.ts';
import { type Service, startService } from '../support/service.ts';
import { addWorkflow, create, untilStatus } from '../support/tenant.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, '../../../deploy');
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const ANONYMOUS_PER_MINUTE = 5;
/** Values of X-Forwarded-For with which a caller tries to look like another caller. */
const FORGED = ['203.0.113.1', '203.0.113.2, 127.0.0.1', '203.0.113.3'];

let folder: string;
let ca: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-proxies-'));
  // The workers of nginx run under another account, which must be able to read this folder.
  await chmod(folder, 0o755);
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...names]);
  ca = await readFile(join(folder, 'cert.pem'), 'utf8');
});
after(() => rm(folder, { recursive: true }));

/**
 * The text of an example with some of its lines replaced. Fails unless each of these lines is in it exactly once.
 */
const adapted = async (path: string, changes: Record<string, string>): Promise<string> => {
  let text = await readFile(join(DEPLOY, path), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    assert.equal(text.split(from).length, 2, `${path} has "${from}" once`);
    text = text.replace(from, to);
  }
  return text;
};

type Ports = { port: number; service: number };

const nginx = async ({ port, service }: Ports): Promise<ChildProcess> => {
  const site = await adapted('nginx/darkroom.conf', {
    'server 127.0.0.1:8080;': `server 127.0.0.1:${service};`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/certs/images.example.pem': join(folder, 'cert.pem'),
    '/etc/ssl/private/images.example.key': join(folder, 'key.pem'),
  });
  const main = `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${site} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], PIPED);
};

const caddy = async ({ port, service }: Ports): Promise<ChildProcess> => {
  const site = await adapted('caddy/Caddyfile', {
    'images.example {': `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    'reverse_proxy 127.0.0.1:8080': `reverse_proxy 127.0.0.1:${service}`,
  });
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  await writeFile(join(folder, 'Caddyfile'), options + site);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const file = join(folder, 'Caddyfile');
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { ...PIPED, env });
};

const PIPED: { stdio: StdioOptions } = { stdio: ['ignore', 'ignore', 'pipe'] };

for (const [name, launch] of Object.entries({ nginx, caddy }))
  describe(`behind ${name}`, () => {
    let service: Service;
    let proxy: ChildProcess;
    let port: number;
    let stderr = '';

    before(async () => {
      await run(name, [name === 'nginx' ? '-v' : 'version']).catch(() => {
        throw new Error(`${name} is not installed. Install both servers first: apt-get install nginx caddy`);
      });
      port = await freePort();
      service = await startService({
        env: {
          DARKROOM_TRUSTED_PROXIES: '127.0.0.1',
          DARKROOM_MAX_IMAGE_BYTES: String(MAX_IMAGE_BYTES),
          DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: String(ANONYMOUS_PER_MINUTE),
        },
      });
      proxy = await launch({ port, service: service.port });
      proxy.stderr?.on('data', (text) => {
        stderr += text;
      });
      let answer = '';
      await until(`${name} answers`, 20_000, async () => {
        assert.equal(proxy.exitCode, null, stderr);
        answer = await ask('GET /health').then(
          ({ status, text }) => (status === 200 ? '200' : `${status} ${text}`),
          (error: Error) => error.message,
        );
        return answer === '200';
      }).catch((cause) => {
        throw new Error(`${name} does not answer (${answer}): ${stderr}`, { cause });
      });
    });
    after(async () => {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
      await service.stop();
    });

    const open = (line: string, { headers = {}, ...more }: RequestOptions = {}) => {
      const [method = 'GET', path = '/'] = line.split(' ', 2);
      const agent = new Agent({ keepAlive: false });
      return startRequest({ host: '127.0.0.1', port, path, method, ca, agent, headers, ...more });
    };
    const asAdministrator = () => ({ authorization: `Bearer ${service.administratorKey}` });
    const ask = async (
      line: string,
      { body = '', ...options }: RequestOptions & { body?: Buffer | string } = {},
    ) => {
      const request = open(line, options);
      request.on('error', () => {});
      request.end(body);
      const [response] = await once(request, 'response');
      const bytes = Buffer.concat(await response.toArray());
      return { status: response.statusCode as number, bytes, text: bytes.toString() };
    };

    it('a status stream arrives while it is written', async () => {
      const call = service.administrator;
      const id = await create(call, await addWorkflow(call, { qa: 'all' }));
      await untilStatus(call, id, 'IN_QA');
      const request = open(`GET /v1/workflow/execution/${id}/status`, { headers: asAdministrator() }).end();
      const [response] = await once(request, 'response');
      let seen = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        seen += text;
      });
      // The first event must arrive while the stream is open: the execution waits for its reviewer.
      await until('the first event arrives', 10_000, () => seen.includes('data: IN_QA\n'));
      assert.equal((await call(`POST /v1/workflow/execution/${id}/approve`)).status, 200);
      await until('the last event arrives', 10_000, () => seen.includes('data: COMPLETED\n'));
    });

    it('a large image arrives whole, in both directions', async () => {
      const raw = { width: 1200, height: 1200, channels: 3 } as const;
      const noise = Buffer.alloc(raw.width * raw.height * raw.channels, hash('sha512', 'noise', 'buffer'));
      for (let at = 0; at < noise.length; at += 64) hash('sha512', String(at), 'buffer').copy(noise, at);
      const image = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
      assert.ok(image.length > 4_000_000 && image.length < MAX_IMAGE_BYTES);
      const headers = { ...asAdministrator(), 'content-type': 'image/png', 'content-length': image.length };
      const { status, text } = await ask('POST /v1/upload', { headers, body: image });
      assert.deepEqual({ status, text }, { status: 201, text: hash('sha256', image) });
      const found = await ask(`GET /v1/image/${text}`, { headers: asAdministrator() });
      assert.equal(hash('sha256', found.bytes), text);
    });

    it('an upload is passed on while it is sent: a refusal does not wait for its end', async () => {
      const headers = { 'content-type': 'image/png', 'content-length': 5_000_000 };
      const request = open('POST /v1/upload', { headers });
      request.on('error', () => {});
      request.write(Buffer.alloc(1000));
      const [response] = await once(request, 'response', { signal: AbortSignal.timeout(10_000) });
      assert.equal(response.statusCode, 401);
      request.destroy();
    });

    it('an image that is too large is refused with the words of the service', async () => {
      const body = Buffer.alloc(MAX_IMAGE_BYTES + 1);
      const headers = { ...asAdministrator(), 'content-type': 'image/png', 'content-length': body.length };
      const { status, text } = await ask('POST /v1/upload', { headers, body });
      assert.equal(status, 422);
      assert.match(text, /The image is larger than 8388608 bytes\./);
    });

    it('each caller is known by its own address, whatever it writes into X-Forwarded-For', async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn <= ANONYMOUS_PER_MINUTE; turn++) {
        const headers = { 'x-forwarded-for': FORGED[turn % FORGED.length] };
        statuses.push((await ask('GET /v1/workflow', { localAddress: '127.0.0.2', headers })).status);
      }
      assert.deepEqual(statuses, [...Array(ANONYMOUS_PER_MINUTE).fill(401), 429]);
      assert.equal((await ask('GET /v1/workflow', { localAddress: '127.0.0.3' })).status, 401);
    });
  });
