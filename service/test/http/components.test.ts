import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPONENTS } from '../../src/components/registry.ts';
import costs from '../../src/components/steps/costs.json' with { type: 'json' };
import { readParams } from '../../src/components/steps/read-params.ts';
import type { COMPONENT_RECORDS } from '../../src/http/routes/components/record.ts';
import { serversForTests } from './start-server.ts';

const { openSharedServer } = serversForTests();
const measured: { [name: string]: object } = costs.components;
type Record = (typeof COMPONENT_RECORDS)[number];
type List = { entries: Record[]; total: number };

test('every component is listed in the order of the editor, with texts, credits, cost and JSON Schema', async () => {
  const { call } = await openSharedServer();
  const { entries, total, ...rest } = (await (await call('/v1/component')).json()) as List;
  assert.deepEqual(rest, {});
  assert.equal(total, COMPONENTS.length);
  assert.deepEqual(
    entries.map(({ name }) => name),
    COMPONENTS.map(({ name }) => name),
  );
  for (const [index, entry] of entries.entries()) {
    const component = COMPONENTS[index]!;
    assert.deepEqual(
      [entry.title, entry.description, entry.credits],
      [component.title, component.sentence, component.credits],
    );
    assert.ok(entry.category, entry.name);
    assert.deepEqual(
      entry.inputs.map(({ param }) => param),
      component.inputParams,
    );
    const { variants: _, ...cost } = entry.cost;
    assert.deepEqual(cost, measured[entry.name], entry.name);
    // The schema that a client reads is enough to build a valid step: every parameter has a description and a
    // default.
    const properties = (entry.params as unknown as { properties: { [name: string]: object } }).properties;
    const defaults = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        assert.ok('description' in schema && 'default' in schema, `${entry.name}.${name}`);
        return [name, schema.default];
      }),
    );
    const { wrong } = { wrong: undefined, ...readParams(component, defaults) };
    // A resize needs a width or a height, which has no sensible default.
    if (entry.name !== 'resize') assert.equal(wrong, undefined, entry.name);
  }
});

test('the list has pages like every list', async () => {
  const { call } = await openSharedServer();
  const page = (await (await call('/v1/component?limit=2&offset=1')).json()) as List;
  assert.deepEqual(
    page.entries.map(({ name }) => name),
    COMPONENTS.slice(1, 3).map(({ name }) => name),
  );
  assert.equal(page.total, COMPONENTS.length);
  assert.equal((await call('/v1/component?limit=-1')).status, 400);
});

test('one component is read by its name; an unknown one is 404', async () => {
  const { call } = await openSharedServer();
  const lut = (await (await call('/component/lut')).json()) as Record;
  assert.deepEqual(lut.inputs, [{ param: 'input', colourTable: true }]);
  const convert = (await (await call('/v1/component/convert')).json()) as Record;
  assert.equal(convert.runsAtEnd, true);
  assert.ok(convert.cost.variants.some(({ params }) => 'format' in params));
  const shadow = (await (await call('/v1/component/shadow')).json()) as Record;
  assert.equal(shadow.needsTransparency, true);
  for (const name of ['nonsense', 'constructor', '%00'])
    assert.equal((await call(`/v1/component/${name}`)).status, 404, name);
});
