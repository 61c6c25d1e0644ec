import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from '../../src/domain/csv.ts';

const cell = (value: unknown) => csvRow([value]).slice(0, -2);

test('no text starts a formula, in any width and after any white space that a spreadsheet drops', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t='])
    assert.equal(cell(`${start}1+1`), `'${start}1+1`, start);
  assert.equal(cell('\r=1'), `"'\r=1"`);
  assert.equal(cell('\n=1'), `"'\n=1"`);
  assert.equal(cell('=HYPERLINK("a","b")'), `"'=HYPERLINK(""a"",""b"")"`);
});

test('numbers and other values stay as they are', () => {
  assert.equal(
    csvRow([-5, 1.5, true, null, undefined, new Date(0), 'a-b', ['x']]),
    '-5,1.5,true,,,1970-01-01T00:00:00.000Z,a-b,"[""x""]"\r\n',
  );
});
