import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Route } from '../../src/http/server/route.ts';
import { ROUTES } from '../../src/http/server/routes.ts';
import type { CallOptions } from '../support/call.ts';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  create,
  openTenant,
  read,
  type Tenant,
  upload,
  type WorkflowRecord,
} from '../support/tenant.ts';

// This file is long on purpose: its tests send hostile requests to one service, and the last test checks that the
// service still answers.

// No worker runs, because nothing here needs a result.
const service = await shareService('api');
after(() => service.stop());

let tenant: Tenant;
let workflow: WorkflowRecord;
let contentHash: string;
before(async () => {
  tenant = await openTenant(service, 0);
  workflow = await addWorkflow(tenant.owner);
  contentHash = await upload(tenant.operator);
});
const createLine = () => `POST /v1/workflow/execution/create?workflow=${workflow.id}`;

/** Whether a route takes a body: none, optional, or required because at least one field is required. */
const bodyOf = ({ schema: { body }, files }: Route): 'none' | 'optional' | 'required' => {
  if (!body) return 'none';
  const { type, required = [] } = body as { type?: string | string[]; required?: string[] };
  // The body of a create is required although no single field is: the image is a file or in one of two fields.
  const isOptional = [type].flat().includes('object') && required.length === 0 && !files;
  return isOptional ? 'optional' : 'required';
};

/** A path to every route, with ids of things that exist. */
const addresses = async (): Promise<
  { method: string; path: string; body: 'none' | 'optional' | 'required' }[]
> => {
  const execution = await create(tenant.operator, workflow, { contentHash });
  // The stream of the review queue does not end by itself.
  return ROUTES.filter(({ path }) => path !== '/qa/stream').map((route) => ({
    method: route.method,
    body: bodyOf(route),
    path: `/v1${route.path}`
      .replace('/organization/:id', `/organization/${tenant.id}`)
      .replace('/execution/:id', `/execution/${execution}`)
      .replace('/workflow/:id', `/workflow/${workflow.id}`)
      .replace(':keyId', execution)
      .replace(':hash', contentHash)
      .replace(':name', 'a.jpg'),
  }));
};

/** Bodies that are JSON of the wrong shape. Each route is sent all of them. */
const WRONG_BODIES: [body: string, because: string][] = [
  ['', 'empty'],
  ['null', 'null'],
  ['true', 'a boolean'],
  ['5', 'a number'],
  ['1e999', 'an infinite number'],
  ['"text"', 'a string'],
  ['[]', 'an array'],
  ['[{}]', 'an array'],
  ['{}', 'without anything'],
  ['{"__proto__":{"name":"x"}}', 'with a prototype'],
  ['{"constructor":{"prototype":{"x":1}}}', 'with a constructor'],
  [
    '{"name":null,"role":null,"amount":null,"reason":null,"thumbsUp":null,"urls":null,"image":null}',
    'with nulls',
  ],
  ['{"name":{},"role":{},"amount":{},"reason":{},"thumbsUp":{},"urls":5,"image":{}}', 'with objects'],
  ['{"name":[],"role":[],"amount":[],"reason":[],"thumbsUp":[],"urls":[],"images":[]}', 'with arrays'],
  ['{"name":"\\u0000","role":"\\u0000","reason":"\\u0000","urls":{"\\u0000":"\\u0000"}}', 'with NUL'],
  ['{"name":"\\ud800","role":"\\udfff","reason":"\\ud800","urls":{"\\ud800":"\\ud800"}}', 'with half a pair'],
  ['{"amount":1e308,"executionPrice":1e308}', 'with enormous numbers'],
  ['{"amount":-0,"executionPrice":-0}', 'with a negative zero'],
  [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'deep'],
  [`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'deep'],
];

/** Bodies that are not JSON. One parser reads the bodies of all routes, so each route is sent only one of these. */
const BROKEN_BODIES: [body: string, because: string][] = [
  ['{', 'truncated'],
  ['{"a":1', 'truncated'],
  ['nonsense', 'not JSON'],
  ['\u0000\u0001\u0002', 'with controls'],
  ['{"name":"x"}{"name":"y"}', 'twice'],
  ["{'name':'x'}", 'with other quotes'],
  ['<xml/>', 'XML'],
  ['name=x&role=viewer', 'a form'],
];

const isObjectOrNothing = (body: string): boolean => {
  if (body === '') return true;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
};

describe('JSON of every wrong shape', () => {
  test('is refused with 4xx, or ignored where no body is read, on every route', async () => {
    const writing = (await addresses()).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    for (const [at, { method, path, body: reads }] of writing.entries()) {
      const broken = BROKEN_BODIES[at % BROKEN_BODIES.length]!;
      await Promise.all(
        [...WRONG_BODIES, broken].map(async ([body, because]) => {
          const options: CallOptions = { body, headers: { 'content-type': 'application/json' } };
          const { status, text } = await tenant.owner(`${method} ${path}`, options);
          assert.ok(status < 500, `${method} ${path} ${because}: ${status} ${text}`);
          // A request may succeed when every field is optional: the body may be left out, and unknown fields are
          // ignored.
          const mayPass = reads === 'none' || (reads === 'optional' && isObjectOrNothing(body));
          if (!mayPass) assert.ok(status >= 400, `${method} ${path} ${because}: ${status} ${text}`);
        }),
      );
      // Makes a new workflow and uploads the image again, because a call may have archived or deleted them.
      workflow = await addWorkflow(tenant.owner);
      contentHash = await upload(tenant.operator);
    }
  });

  test('is 400 in each field of a create', async () => {
    const image = { name: 'a.jpg', contentHash, contentType: 'image/jpeg' };
    const values = [0, -1, true, 'text', [], {}, [null], { a: null }, [[]], { '': {} }, 1e308, '\0'];
    for (const field of ['image', 'images', 'labels', 'settings', 'webhooks'])
      for (const value of values) {
        const json = { image, [field]: value };
        const { status } = await tenant.operator(createLine(), { json });
        const isFine =
          JSON.stringify(value) === '{}'
            ? field === 'labels' || field === 'settings'
            : (field === 'webhooks' && JSON.stringify(value) === '[]') ||
              (field === 'settings' && !Array.isArray(value) && typeof value === 'object');
        assert.equal(status, isFine ? 201 : 400, `${field}: ${JSON.stringify(value)}`);
      }
  });

  test('that is not UTF-8 is 400 or kept as text, and never a 500', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from('"}'),
    ]);
    const headers = { 'content-type': 'application/json' };
    assert.equal((await tenant.owner('POST /v1/workflow', { body: broken, headers })).status, 400);
    const mark = `\ufeff${JSON.stringify({ name: 'With a mark', workflowComponents: [] })}`;
    assert.equal((await tenant.owner('POST /v1/workflow', { body: mark, headers })).status, 201);
  });
});

describe('Labels', () => {
  test('named __proto__ and the like are kept as ordinary labels, from a body and from a query', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
    const labels = names.map((name) => `${JSON.stringify(name)}:"x"`).join();
    const body = `{"image":{"name":"a.jpg","contentHash":"${contentHash}"},"labels":{${labels}}}`;
    const headers = { 'content-type': 'application/json' };
    const fromBody = await tenant.operator(createLine(), { body, headers });
    const query = names.map((name) => `&label[${name}]=x`).join('');
    const file = { bytes: await randomImage(), name: 'a.jpg' };
    const fromQuery = await tenant.operator(createLine() + query, { file });
    for (const { text: id } of [fromBody, fromQuery]) {
      const record = await read(tenant.viewer, id);
      assert.deepEqual(Object.keys(record.labels).sort(), [...names].sort());
      assert.ok(Object.values(record.labels).every((value) => value === 'x'));
    }
    const other = await read(tenant.viewer, await create(tenant.operator, workflow, { contentHash }));
    assert.deepEqual(other.labels, {});
  });

  test('with NUL, line breaks and other controls are refused or kept, and never a 500', async () => {
    for (const [query, status] of [
      ['&label[a]=%00', 400],
      ['&label[%00]=a', 400],
      ['&label[a]=%0d%0a', 201],
      ['&label[%E2%80%AE]=a', 201],
      ['&label[a]=%ff', 201],
      [`&label[${'k'.repeat(129)}]=a`, 400],
      [`&label[a]=${'v'.repeat(20_000)}`, 400],
      ['&label[]=a', 400],
    ] as const) {
      const file = { bytes: await randomImage(), name: 'a.jpg' };
      const answer = await tenant.operator(createLine() + query, { file });
      assert.equal(answer.status, status, query.slice(0, 40));
    }
  });
});

describe('File names', () => {
  const CLEANED: [given: string, kept: string][] = [
    ['a\0b.jpg', 'ab.jpg'],
    ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie: x.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['C:\\photos\\shoe.jpg', 'shoe.jpg'],
    ['/', 'image'],
    ['..', 'image'],
    ['...', 'image'],
    ['', 'image'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['a\u2066b\u2069\u200f.jpg', 'ab.jpg'],
    ['\u0007bell\u001b[31m.jpg', 'bell[31m.jpg'],
    ['  spaced .jpg', '  spaced .jpg'],
    [' . ', 'image'],
    ['می\u200cخواهم.jpg', 'می\u200cخواهم.jpg'],
    ['👨\u200d👩\u200d👧.jpg', '👨\u200d👩\u200d👧.jpg'],
    ['שלום.jpg', 'שלום.jpg'],
    ['__proto__', '__proto__'],
    ['\ud83d\udc5f.jpg', '👟.jpg'],
    ['con.jpg', 'con.jpg'],
  ];

  test('are cleaned and never a reason to refuse, in JSON', async () => {
    for (const [given, kept] of CLEANED) {
      const record = await read(
        tenant.viewer,
        await create(tenant.operator, workflow, { contentHash, name: given }),
      );
      assert.equal(record.inputFileName, kept, JSON.stringify(given));
      assert.equal(record.inputs.default.name, kept);
    }
    const lone = await read(
      tenant.viewer,
      await create(tenant.operator, workflow, { contentHash, name: 'a\ud800.jpg' }),
    );
    assert.equal(lone.inputFileName, 'a\ufffd.jpg');
  });

  test('are cleaned and never a reason to refuse, in a form', async () => {
    const bytes = await randomImage();
    for (const [given, kept] of CLEANED) {
      // A line break in the name would end the header, so forms write it as %0D or %0A.
      const name = given.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
      const start = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
      const answer = await tenant.operator(createLine(), {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.concat([Buffer.from(start), bytes, Buffer.from('\r\n--b--\r\n')]),
      });
      assert.equal(answer.status, 201, `${JSON.stringify(given)} ${answer.text}`);
      assert.equal((await read(tenant.viewer, answer.text)).inputFileName, kept, JSON.stringify(given));
    }
  });

  test('of 10 kB keep 255 bytes, and never half a character', async () => {
    for (const [given, length] of [
      ['x'.repeat(10_000), 255],
      ['ü'.repeat(5_000), 254],
      ['👟'.repeat(2_500), 252],
    ] as const) {
      const byJson = await create(tenant.operator, workflow, { contentHash, name: given });
      const file = { bytes: await randomImage(), name: given };
      const byForm = (await tenant.operator(createLine(), { file })).text;
      for (const id of [byJson, byForm]) {
        const { inputFileName } = await read(tenant.viewer, id);
        assert.equal(Buffer.byteLength(inputFileName), length);
        assert.ok(given.startsWith(inputFileName));
      }
    }
  });

  test('of any kind work in the URL of a download', async () => {
    const status = async (name: string) => {
      const line = `GET /image/${contentHash}/${encodeURIComponent(name)} HTTP/1.1`;
      const head = [line, 'Host: x', `Authorization: Bearer ${tenant.viewer.key}`, 'Connection: close'];
      return (await service.raw(`${head.join('\r\n')}\r\n\r\n`)).status;
    };
    for (const [given] of CLEANED) assert.equal(await status(given), 200, JSON.stringify(given));
    assert.equal(await status('x'.repeat(10_000)), 200);
  });
});

describe('Forms', () => {
  const form = (body: Buffer | string, type = 'multipart/form-data; boundary=b') =>
    tenant.operator(createLine(), { body, headers: { 'content-type': type } });
  const field = (name: string, value = 'x') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test('of 10,000 parts are 413', async () => {
    const parts = Array.from({ length: 10_000 }, (_, n) => field(`field${n}`)).join('');
    assert.equal((await form(`${parts}--b--\r\n`)).status, 413);
    const file = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      await randomImage(),
      Buffer.from(`\r\n${parts}--b--\r\n`),
    ]);
    assert.equal((await form(file)).status, 413);
  });

  test('that are broken are 400 or 413', async () => {
    for (const [body, status] of [
      ['', 400],
      ['nonsense', 400],
      ['--b', 400],
      ['--b--\r\n', 400],
      ['--b\r\n', 400],
      ['--b\r\nContent-Disposition: form-data; name="file"', 400],
      ['--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx', 400],
      [`${field('other')}--b--`, 400],
      [`--b\r\n${'x'.repeat(100_000)}: y\r\n\r\n\r\n--b--`, 413],
      [`--b\r\n${'X: y\r\n'.repeat(10_000)}\r\n\r\n--b--`, 413],
      [`${field('other', 'x'.repeat(2_000_000))}--b--`, 413],
    ] as const)
      assert.equal((await form(body)).status, status, body.slice(0, 60));
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
    ])
      assert.equal((await form(`${field('file')}--b--`, type)).status, 400, type);
  });
});

describe('Paths, parameters and connections', () => {
  test('malformed ids are 404 in every path, and never a 500', async () => {
    const wrong = [
      'x',
      '0',
      '-1',
      '%00',
      '%ff',
      '..%2f..',
      "'%20or%201=1--",
      '%f0%9f%91%9f',
      'null',
      'x'.repeat(5_000),
    ];
    for (const { method, path } of ROUTES) {
      if (!/:(id|hash|keyId)/.test(path)) continue;
      await Promise.all(
        wrong.map(async (id) => {
          const address = `/v1${path.replace(/:(id|hash)/, id).replace(/:\w+/, id)}`;
          const { status, text } = await tenant.owner(`${method} ${address}`);
          assert.ok(status === 404 || status === 400, `${method} ${address.slice(0, 80)}: ${status} ${text}`);
        }),
      );
    }
  });

  test('parameters of any kind are never a 500', async () => {
    const wrong = [
      '%00',
      '%ff',
      "'",
      '%27;drop%20table%20users--',
      '%f0%9f%91%9f',
      '[]',
      '{}',
      'x'.repeat(20_000),
    ];
    const filters = [
      'workflowId',
      'workflow',
      'batchName',
      'status',
      'inputFileName',
      'noBatch',
      'limit',
      'offset',
    ];
    for (const { method, path } of await addresses()) {
      if (method !== 'GET') continue;
      for (const name of path.endsWith('/workflow/execution')
        ? filters
        : ['organization', 'version', 'limit'])
        await Promise.all(
          wrong.map(async (value) => {
            const { status, text } = await tenant.owner(`GET ${path}?${name}=${value}`);
            assert.ok(status < 500, `${path} ${name}=${value.slice(0, 30)}: ${status} ${text}`);
          }),
        );
    }
  });

  test('bytes that are not a request are answered with 400 or 431', async () => {
    const authorization = `Authorization: Bearer ${tenant.owner.key}`;
    for (const [request, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET\r\n\r\n', 400],
      ['GET / HTTP/9.9\r\n\r\n', 400],
      [`GET /v1/workflow HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 400],
      [`GET /v1/workflow HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
      [
        `POST /v1/workflow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
      ],
      [
        `POST /v1/workflow HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
        400,
      ],
      [`GET /v1/workflow HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(200_000)}\r\n\r\n`, 431],
    ] as const)
      assert.equal((await service.raw(request)).status, status, request.slice(0, 60));
    const old = await service.raw(`GET /v1/workflow HTTP/1.0\r\n${authorization}\r\n\r\n`);
    assert.equal(old.status, 200);
  });

  test('a client that disconnects in the middle of its body does no harm', async () => {
    const bytes = await randomImage();
    for (const type of ['multipart/form-data; boundary=b', 'image/jpeg', 'application/json']) {
      const socket = connect(service.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /v1/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.owner.key}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, 500), () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    assert.equal((await tenant.operator('GET /v1/workflow')).status, 200);
  });
});

test('a service that others can reach refuses URLs of its own machine', async () => {
  for (const url of ['http://127.0.0.1:9/', 'http://[::1]:9/']) {
    const json = { image: { name: 'a.jpg', contentHash }, webhooks: [url] };
    assert.equal((await tenant.operator(createLine(), { json })).status, 400, url);
    const fetched = await tenant.operator('POST /v1/upload', { json: { urls: { a: url } } });
    assert.equal(fetched.status, 400, fetched.text);
  }
});

test('the service still answers after all of these requests', async () => {
  assert.ok(service.isAlive());
  assert.equal((await tenant.operator('GET /health')).status, 200);
});
