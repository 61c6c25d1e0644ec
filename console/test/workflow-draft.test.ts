import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkWorkflow } from '../../service/src/components/steps/check-workflow.ts';
import { COMPONENT_RECORDS } from '../../service/src/http/routes/components/record.ts';
import { stepsInWords } from '../src/workflows/component-titles.ts';
import {
  controlOf,
  helpFor,
  type ParamSchema,
  paramsOf,
  unitBeside,
  unitOf,
} from '../src/workflows/controls.ts';
import {
  addStep,
  type Component,
  type Draft,
  EMPTY_DRAFT,
  moveStep,
  removeStep,
} from '../src/workflows/draft.ts';
import { draftFrom, textOf } from '../src/workflows/draft-json.ts';
import { historyOf, historyReducer } from '../src/workflows/history.ts';
import { problemOf } from '../src/workflows/problems.ts';
import { differenceOf } from '../src/workflows/versions/difference.ts';
import { type Diff, stepRows } from '../src/workflows/versions/step-changes.ts';

const COMPONENTS = COMPONENT_RECORDS as unknown as Component[];
const componentNamed = (name: string) => COMPONENTS.find((component) => component.name === name)!;
const schemaOf = (component: string, param: string): ParamSchema =>
  paramsOf(componentNamed(component)).find(([name]) => name === param)![1];
const kindOf = (component: string, param: string) =>
  controlOf(componentNamed(component), param, schemaOf(component, param));
const draftWith = (...steps: [component: string, params?: Record<string, unknown>][]): Draft => ({
  ...EMPTY_DRAFT,
  name: 'Any',
  workflowComponents: steps.map(([component, params = {}], index) => ({ id: `${index}`, component, params })),
});

test('every parameter of every component has a control that can show its default', () => {
  for (const component of COMPONENTS)
    for (const [name, schema] of paramsOf(component)) {
      const control = controlOf(component, name, schema);
      const place = `${component.name}.${name}`;
      if (control.kind === 'text') assert.equal(typeof schema.maxLength, 'number', place);
      if (control.kind === 'points') assert.ok(Array.isArray(schema.default), place);
      if (control.kind === 'number' && control.slider) {
        const { min, max } = control.slider;
        assert.ok(Number(schema.default) >= min && Number(schema.default) <= max, place);
      }
      assert.ok(schema.description, place);
    }
});

test('colours, positions, inputs and short choices have controls of their own', () => {
  assert.deepEqual(kindOf('canvas', 'background'), { kind: 'colour', hasAlpha: true, mayBeEmpty: false });
  assert.deepEqual(kindOf('rotate', 'background'), { kind: 'colour', hasAlpha: true, mayBeEmpty: true });
  assert.deepEqual(kindOf('tint', 'colour'), { kind: 'colour', hasAlpha: false, mayBeEmpty: false });
  assert.equal(kindOf('overlay', 'position').kind, 'position');
  assert.equal(kindOf('remove-background', 'keep').kind, 'marks');
  assert.equal(kindOf('curves', 'red').kind, 'points');
  assert.deepEqual(kindOf('watermark', 'input'), { kind: 'input', mayBeEmpty: true });
  assert.equal(kindOf('collage', 'inputs').kind, 'inputs');
  assert.equal(kindOf('curves', 'all').kind, 'points');
  assert.equal(kindOf('shadow', 'extend').kind, 'switch');
  assert.equal(kindOf('convert', 'format').kind, 'choice');
  assert.equal(kindOf('remove-background', 'method').kind, 'segments');
});

test('numbers have their unit, and a slider if it is precise enough', () => {
  assert.equal(unitOf(schemaOf('canvas', 'width')), 'px');
  assert.equal(unitOf(schemaOf('shadow', 'softness')), '%');
  assert.equal(unitOf(schemaOf('rotate', 'angle')), '°');
  assert.equal(unitBeside(componentNamed('canvas'), 'margin', { marginUnit: 'pixels' }), 'px');
  assert.equal(unitBeside(componentNamed('canvas'), 'margin', {}), '%');
  assert.deepEqual(kindOf('adjust', 'contrast'), {
    kind: 'number',
    isWhole: false,
    slider: { min: 0, max: 4, step: 0.01 },
  });
  assert.deepEqual(kindOf('canvas', 'width'), { kind: 'number', isWhole: true, slider: null });
});

test('the help for a choice is about the chosen value', () => {
  const method = schemaOf('remove-background', 'method');
  assert.equal(helpFor(method, 'studio'), 'By colours alone, for plain backgrounds.');
  assert.match(helpFor(schemaOf('crop-to-subject', 'from'), 'alpha'), /^How the object is found\. The parts/);
  assert.doesNotMatch(helpFor(schemaOf('tint', 'colour'), '#000000'), /rrggbb/);
});

test('a mistake that the service finds is shown at its field', () => {
  const problemIn = (draft: Draft) => {
    try {
      checkWorkflow({ ...draft, steps: draft.workflowComponents } as Parameters<typeof checkWorkflow>[0]);
    } catch (error) {
      return problemOf((error as Error).message, draft);
    }
    throw new Error('the service accepts the draft');
  };
  const wide = problemIn(draftWith(['tint'], ['resize', { width: 99_999 }]));
  assert.deepEqual([wide.step, wide.field], ['1', 'width']);
  assert.match(wide.text, /^Must be a whole number from 0 to 16000/);
  const pair = problemIn(draftWith(['resize', { width: 0, height: 0 }]));
  assert.deepEqual([pair.step, pair.field], ['0', undefined]);
  const opaque = problemIn(draftWith(['canvas'], ['shadow']));
  assert.deepEqual([opaque.step, opaque.field], ['1', undefined]);
  assert.match(opaque.text, /^Needs a transparent background/);
  const input = problemIn(draftWith(['overlay', { input: '1' }]));
  assert.deepEqual([input.step, input.field], ['0', 'input']);
  const condition = draftWith(['tint']);
  condition.workflowComponents[0]!.when = { minWidth: -1 };
  assert.equal(problemIn(condition).field, 'when');
});

test('undo goes back field by field, and redo returns', () => {
  const change = (history: ReturnType<typeof historyOf<string>>, value: string, field?: string) =>
    historyReducer(history, { type: 'change', value, field });
  let history = historyOf('');
  for (const value of ['a', 'ab', 'abc']) history = change(history, value, 'name');
  history = change(history, 'abc!', 'other');
  history = historyReducer(history, { type: 'undo' });
  assert.equal(history.present, 'abc');
  history = historyReducer(history, { type: 'undo' });
  assert.equal(history.present, '');
  history = historyReducer(history, { type: 'redo' });
  assert.equal(history.present, 'abc');
  history = change(history, 'x');
  assert.deepEqual(historyReducer(history, { type: 'redo' }).present, 'x');
});

test('a new step goes after the chosen one, but before those that write the file', () => {
  const runsAtEnd = (name: string) => componentNamed(name).runsAtEnd;
  const draft = draftWith(['resize', { width: 10 }], ['convert']);
  const names = (added: Draft) => added.workflowComponents.map(({ component }) => component);
  const tint = (after: string) => names(addStep(draft, componentNamed('tint'), after, runsAtEnd).draft);
  assert.deepEqual(tint('0'), ['resize', 'tint', 'convert']);
  assert.deepEqual(tint('1'), ['resize', 'tint', 'convert']);
  assert.deepEqual(tint('input'), ['tint', 'resize', 'convert']);
  const first = addStep(draft, componentNamed('tint'), '0', runsAtEnd);
  const second = addStep(first.draft, componentNamed('tint'), first.id, runsAtEnd);
  assert.deepEqual([first.id, second.id], ['tint', 'tint-2']);
  assert.deepEqual(names(moveStep(first.draft, 'tint', 0)), ['tint', 'resize', 'convert']);
  assert.equal(moveStep(draft, '0', -5), draft, 'a step that stays is no change');
  assert.deepEqual(names(removeStep(first.draft, 'tint')), ['resize', 'convert']);
});

test('a workflow can be read from and written as JSON, and errors in it are explained', () => {
  const draft = {
    ...draftWith(['resize', { width: 10 }], ['convert']),
    ...{ executionPrice: 12, resultNames: '{label.sku}_{index}' },
  };
  draft.workflowComponents[0]!.output = 'small';
  assert.deepEqual(draftFrom(textOf(draft)), draft);
  assert.throws(() => draftFrom('{'), /The text is not JSON/);
  assert.throws(() => draftFrom('{"name": "x"}'), /workflowComponents must be a list of steps/);
  assert.throws(
    () => draftFrom('{"workflowComponents": [{"id": "a"}]}'),
    /workflowComponents\[0\]\.component/,
  );
});

test('a comparison lists the steps of the newer version, with removed steps in their old place', () => {
  const { workflowComponents } = draftWith(['resize'], ['tint'], ['convert']);
  const [resize, tint, convert] = workflowComponents;
  const diff = {
    steps: {
      added: [{ ...convert, position: 1 }],
      removed: [{ ...tint, position: 1 }],
      moved: [],
      changed: [{ id: '0', component: 'resize', params: [{ name: 'width', before: 1, after: 2 }] }],
    },
  } as unknown as Diff;
  const rows = stepRows({ workflowComponents: [resize!, convert!] }, diff);
  assert.deepEqual(
    rows.map(({ step, kind }) => [step.component, kind]),
    [
      ['resize', 'changed'],
      ['tint', 'removed'],
      ['convert', 'added'],
    ],
  );
});

test('the difference of two images counts what can be seen', () => {
  const pixels = (...values: number[]) => new Uint8ClampedArray(values);
  const shown = pixels(0, 0, 0, 0, 0, 0, 0, 0);
  const white = pixels(255, 255, 255, 255, 255, 255, 255, 255);
  assert.deepEqual(differenceOf(white, white, shown), { mean: 0, changed: 0 });
  const half = differenceOf(white, pixels(255, 255, 255, 255, 0, 0, 0, 255), shown);
  assert.deepEqual(half, { mean: 3 / 8, changed: 0.5 });
  assert.deepEqual([...shown], [0, 0, 0, 255, 255, 255, 255, 255]);
  // A fully transparent pixel has no colour.
  assert.equal(differenceOf(pixels(9, 9, 9, 0), pixels(200, 0, 0, 0), pixels(0, 0, 0, 0)).mean, 0);
});

test('the gallery shows the images of the cookbook; otherwise run `npm run docs`', () => {
  const cookbook = join(import.meta.dirname, '../../docs/cookbook');
  const gallery = join(import.meta.dirname, '../src/workflows/templates');
  const images = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.jpg'));
  assert.deepEqual(images(gallery), images(cookbook));
  for (const name of images(cookbook))
    assert.ok(readFileSync(join(cookbook, name)).equals(readFileSync(join(gallery, name))), name);
  const recipes = readdirSync(cookbook).filter((name) => name.endsWith('.json'));
  const templates = JSON.parse(readFileSync(join(gallery, 'templates.json'), 'utf8')) as { key: string }[];
  assert.deepEqual(templates.map(({ key }) => `${key}.json`).sort(), recipes.sort());
});

test('the steps of a workflow are named by the titles of their components, and a review follows them', () => {
  const titles: Record<string, string> = { canvas: 'Place on canvas', convert: 'Convert' };
  const workflowComponents = Object.keys(titles).map((component) => ({
    id: component,
    component,
    params: {},
  }));
  const words = (more: object) =>
    stepsInWords({ workflowComponents, ...more } as never, (name) => titles[name] ?? name);
  assert.equal(words({ qa: 'off' }), 'Place on canvas → Convert');
  assert.equal(words({ qa: 'all' }), 'Place on canvas → Convert → Review');
  assert.equal(words({ qa: 'unsure', workflowComponents: [] }), 'Review of low confidence');
  assert.equal(words({ qa: 'off', workflowComponents: [] }), 'No steps');
});
