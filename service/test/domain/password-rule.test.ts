import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../console/src/session/password-rule.ts';
import { PASSWORD_LENGTH, readNewPassword } from '../../src/domain/people/password-rule.ts';

test('a new password has 8 to 128 code points after NFC, of any script and with spaces', () => {
  const accepted = [
    'a b c d ',
    'пароль дня',
    '密码密码密码密码',
    '🔑'.repeat(8),
    '🔑'.repeat(128),
    'e\u0301'.repeat(128),
  ];
  for (const password of accepted)
    assert.equal(readNewPassword(password), password.normalize('NFC'), password);
  for (const password of ['', 'sieben7', '🔑'.repeat(7), 'e\u0301'.repeat(7), 'x'.repeat(129)])
    assert.equal(readNewPassword(password), undefined, password);
});

test('the console names the same lengths', () => {
  assert.deepEqual({ min: PASSWORD_MIN, max: PASSWORD_MAX }, PASSWORD_LENGTH);
});
