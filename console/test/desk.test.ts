import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Desk, EMPTY, idOf, nextDesk, type QueueEntry, type Step } from '../src/review/desk.ts';

const entries = (...ids: string[]): QueueEntry[] =>
  ids.map((id) => ({ execution: { id } }) as unknown as QueueEntry);
const after = (...steps: Step[]): Desk => steps.reduce(nextDesk, EMPTY);
const add = (...ids: string[]): Step => ({ kind: 'add', entries: entries(...ids) });
const approve = (id: string): Step => ({ kind: 'decide', id, decision: { verb: 'approve' } });
const inView = ({ items, at }: Desk) => items[at] && idOf(items[at]);
const states = ({ items }: Desk) => items.map((item) => `${idOf(item)} ${item.state}`);

test('after a decision the next undecided result is shown, and after the last one the first', () => {
  const desk = after(add('a', 'b', 'c'), approve('b'));
  assert.equal(inView(desk), 'c');
  assert.equal(inView(nextDesk(desk, approve('c'))), 'a');
});

test('an undone decision brings its result back into view; one that is being sent cannot be undone', () => {
  const desk = after(add('a', 'b'), approve('a'), { kind: 'undo', id: 'a' });
  assert.equal(inView(desk), 'a');
  assert.deepEqual(states(desk), ['a open', 'b open']);
  const sending = after(add('a', 'b'), approve('a'), { kind: 'sending', id: 'a' }, { kind: 'undo', id: 'a' });
  assert.deepEqual(states(sending), ['a sending', 'b open']);
});

test('new results do not replace the one in view, and are shown when everything is decided', () => {
  assert.equal(inView(after(add('a', 'b'), { kind: 'go', to: 1 }, add('c'))), 'b');
  assert.equal(inView(after(add('a'), approve('a'), add('b'))), 'b');
});

test('a result is listed once; after a redo it is last', () => {
  assert.deepEqual(states(after(add('a', 'b'), add('b', 'c'))), ['a open', 'b open', 'c open']);
  const redone = after(add('a', 'b'), approve('a'), { kind: 'sent', id: 'a' }, add('a'));
  assert.deepEqual(states(redone), ['b open', 'a open']);
  assert.equal(inView(redone), 'b');
});
