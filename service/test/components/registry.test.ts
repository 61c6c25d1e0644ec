import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { STAGES } from '../../src/components/definition/component.ts';
import { COMPONENTS, findComponent } from '../../src/components/registry.ts';

const FOLDER = join(import.meta.dirname, '../../src/components/catalogue');

describe('the components', () => {
  it('are all in the registry', () => {
    const declared = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => file.endsWith('.ts') && /= component\(\{/.test(readFileSync(join(FOLDER, file), 'utf8')),
      )
      .map((file) => basename(file));
    assert.deepEqual(declared.sort(), COMPONENTS.map(({ name }) => `${name}.ts`).sort());
  });

  it('can be found by name', () => {
    assert.equal(findComponent('resize')?.title, 'Resize');
    assert.equal(findComponent('toString'), undefined);
  });

  for (const { name, title, sentence, credits, params, inputParams } of COMPONENTS) {
    it(`${name} describes itself and each of its parameters`, () => {
      assert.ok(title && sentence.endsWith('.'), 'title and sentence');
      assert.ok(Number.isInteger(credits) && credits >= 0, 'credits');
      assert.ok('additionalProperties' in params && params.additionalProperties === false);
      for (const [param, schema] of Object.entries(params.properties)) {
        assert.ok('description' in schema && schema.description, `${param} has a description`);
        assert.ok('default' in schema && schema.default !== undefined, `${param} has a default`);
      }
      for (const param of inputParams)
        assert.ok(Object.hasOwn(params.properties, param), `${param} is a parameter`);
    });
  }

  it('occupy stages from first to last', () => {
    for (const { name, params, ...work } of COMPONENTS) {
      if (!work.run) continue;
      const defaults = Object.fromEntries(
        Object.entries(params.properties).map(([param, schema]) => [
          param,
          (schema as { default?: unknown }).default,
        ]),
      );
      const [first, last] = work.stages(defaults);
      assert.ok(STAGES.indexOf(first) <= STAGES.indexOf(last), name);
    }
  });
});
