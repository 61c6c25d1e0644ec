import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameSearch, searchGrams, searchName } from '../../src/domain/executions/search-name.ts';

test('names compare without case and normalized, in every script', () => {
  for (const [name, same] of [
    ['IMG_1.JPG', 'img_1.jpg'],
    ['ФОТО.png', 'фото.PNG'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ-1', 'οδοσ-1'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['Ǆ', 'ǆ'],
    ['STRAẞE', 'Strasse'],
    ['İZMİR.jpg', 'izmir.JPG'],
    ['ILICA', 'ılıca'],
  ] as const)
    assert.equal(searchName(name), searchName(same), name);
});

test('every character compares like its upper and its lower case', () => {
  for (let code = 0x80; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    for (const same of [character.toUpperCase(), character.toLowerCase()])
      if (same !== character) assert.equal(searchName(same), searchName(character), `U+${code.toString(16)}`);
  }
});

test('the grams of every part of three characters or more are among the grams of the name', () => {
  for (const name of ['shoe 12.jpg', 'фото-😀-シューズ.png', 'aaaa', 'ab']) {
    const characters = [...name];
    const grams = new Set(searchGrams(name));
    for (let start = 0; start < characters.length; start += 1)
      for (let end = start + 3; end <= characters.length; end += 1) {
        const part = characters.slice(start, end).join('');
        assert.ok(
          nameSearch(part).grams.every((gram) => grams.has(gram)),
          part,
        );
      }
    for (const length of [1, 2])
      assert.ok(nameSearch(characters.slice(0, length).join('')).grams.every((gram) => grams.has(gram)));
  }
});

test('characters with a meaning in a pattern are ordinary', () => {
  assert.equal(nameSearch('50%_\\').pattern, '%50\\%\\_\\\\%');
});
