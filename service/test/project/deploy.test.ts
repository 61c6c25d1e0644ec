import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from '../../src/config.ts';
import { describeMetrics } from '../../src/metrics/metrics.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DEPLOY = join(ROOT, 'deploy');
const read = (path: string) => readFile(join(DEPLOY, path), 'utf8');

const MODELS = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  ScaledObject,
  Service,
  ServiceAccount,
};
type Manifest = { apiVersion: string; kind: keyof typeof MODELS; metadata: { name: string } };
type Container = { command: string[]; env: { name: string; value: string }[] };
type Pod = { terminationGracePeriodSeconds: number; containers: [Container]; volumes: { secret?: object }[] };

const manifests = async (): Promise<Manifest[]> => {
  const found: Manifest[] = [];
  for await (const file of glob('kubernetes/*.yaml', { cwd: DEPLOY }))
    found.push(...parseAllDocuments(await read(file)).map((one) => one.toJS({ maxAliasCount: 100 })));
  return found;
};
const podOf = async (name: string): Promise<Pod> => {
  const found = (await manifests()).find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
  );
  return (found as unknown as { spec: { template: { spec: Pod } } }).spec.template.spec;
};

const SETTING_NAMES = new Set(
  Object.values(SETTINGS).flatMap((setting) =>
    'isSecret' in setting ? [setting.env, `${setting.env}_FILE`] : [setting.env],
  ),
);
const isOurs = (name: string) => /^(DARKROOM_|DATABASE_URL|OTEL_)/.test(name);
const checkSettings = (env: Record<string, string>) => {
  for (const name of Object.keys(env).filter(isOurs)) assert.ok(SETTING_NAMES.has(name), name);
  const plain = Object.entries(env).filter(([name]) => !name.endsWith('_FILE'));
  return readConfig(Object.fromEntries(plain));
};
const ADMINISTRATOR = /API_KEY|ADMIN|administrator|api-key/;

test('the manifests for Kubernetes are valid, and have no field that Kubernetes does not know', async (t) => {
  const all = await manifests();
  assert.deepEqual([...new Set(all.map(({ kind }) => kind))].sort(), Object.keys(MODELS));
  for (const manifest of all) {
    const Model = MODELS[manifest.kind] as unknown as new (data: object) => { validate(): void } & Manifest;
    const model = new Model(manifest);
    model.validate();
    const { apiVersion, kind } = Model as unknown as Manifest;
    assert.deepEqual([manifest.apiVersion, manifest.kind], [apiVersion, kind]);
  }
  // The schemas allow unknown fields. TypeScript refuses unknown fields in an object literal, so the test writes
  // each manifest as an object literal.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cache-manifests-'));
  t.after(() => rm(folder, { recursive: true }));
  const source = all.map(({ apiVersion, kind, ...rest }) => {
    const from = kind === 'ScaledObject' ? '@kubernetes-models/keda' : 'kubernetes-models';
    return `new (await import('${from}/${apiVersion}/${kind}')).${kind}(${JSON.stringify(rest)});\n`;
  });
  await writeFile(join(folder, 'manifests.mts'), `${source.join('')}export {};\n`);
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--ignoreConfig'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'manifests.mts'], {
    cwd: folder,
  }).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
});

test('Kubernetes gives each program valid settings, time to stop, and a worker no secret of the administrator', async () => {
  const shared = (await manifests()).find(({ kind }) => kind === 'ConfigMap') as unknown as {
    data: Record<string, string>;
  };
  for (const [name, role] of [
    ['darkroom-api', 'api'],
    ['darkroom-worker', 'worker'],
  ] as const) {
    const pod = await podOf(name);
    const { command, env } = pod.containers[0];
    assert.deepEqual(command, ['node', 'service/dist/main.js', role]);
    const given = { ...shared.data, ...Object.fromEntries(env.map((one) => [one.name, one.value])) };
    const { drainMs, shutdownMs } = checkSettings(given);
    assert.ok(pod.terminationGracePeriodSeconds * 1000 >= drainMs + shutdownMs + 10_000, name);
    assert.equal(ADMINISTRATOR.test(JSON.stringify(pod)), role === 'api');
  }
});

test('Compose gives each program valid settings, a health check, limits, and a worker no secret of the administrator', async () => {
  type Program = {
    command: string[];
    environment: Record<string, string>;
    secrets: string[];
    init?: boolean;
    healthcheck?: object;
    stop_grace_period: string;
    deploy: { resources: { limits: object } };
  };
  const text = await read('compose.yaml');
  const { services, secrets } = parse(text, { merge: true }) as {
    services: Record<string, Program>;
    secrets: object;
  };
  for (const role of ['api', 'worker']) {
    const program = services[role]!;
    assert.deepEqual(program.command, ['node', 'service/dist/main.js', role]);
    const { DARKROOM_PUBLIC_URL: _, ...settings } = program.environment;
    const { drainMs, shutdownMs, operationsPort } = checkSettings(settings);
    assert.ok(Number.parseInt(program.stop_grace_period, 10) * 1000 >= drainMs + shutdownMs + 10_000, role);
    assert.ok(JSON.stringify(program.healthcheck).includes(`:${operationsPort}/readyz`), role);
    assert.equal(program.init, true);
    assert.equal(ADMINISTRATOR.test(JSON.stringify([program.environment, program.secrets])), role === 'api');
  }
  for (const [name, { deploy, healthcheck, secrets: used }] of Object.entries(services)) {
    assert.deepEqual(Object.keys(deploy.resources.limits), ['cpus', 'memory'], name);
    assert.ok(healthcheck, name);
    for (const secret of used) assert.ok(secret in secrets, secret);
  }
});

test('systemd waits for a stopping program longer than the program waits for its work', async () => {
  const { drainMs, shutdownMs } = readConfig({});
  for (const role of ['api', 'worker']) {
    const unit = await read(`systemd/darkroom-${role}.service`);
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit)!;
    assert.ok(Number(seconds) * 1000 >= drainMs + shutdownMs + 10_000, role);
  }
});

/** The metrics that a text names, and the results of recording rules in it. */
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\b((?:darkroom|nodejs|process)[_:][a-z0-9_:]+)/g)].map(([name]) => name));

test('the dashboard and the alerts name only metrics that there are, and each alert has a line for the team on call', async () => {
  const known = new Set((await describeMetrics()).map(({ name }) => name));
  const rules = parse(await read('prometheus/alerts.yaml')) as {
    groups: { rules: { record?: string; alert?: string; expr: string }[] }[];
  };
  const all = rules.groups.flatMap((group) => group.rules);
  for (const { record } of all) if (record) known.add(record);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) known.add(name);
  const { panels } = JSON.parse(await read('grafana/darkroom.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const used = namesIn([...shown, ...all.map(({ expr }) => expr)].join('\n'));
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ''));
  assert.deepEqual(
    [...used].filter((name) => !isKnown(name)),
    [],
  );
  const inDashboard = shown.join('\n');
  for (const { name } of await describeMetrics()) assert.ok(inDashboard.includes(name), `${name} is shown`);
  const onCall = await readFile(join(ROOT, 'docs/on-call.md'), 'utf8');
  for (const { alert } of all)
    if (alert) assert.match(onCall, new RegExp(`^\\| \`${alert}\` \\| `, 'm'), alert);
});
