import { expect, it } from 'vitest';
import { isPhoneNumber } from './formats.ts';
import { toFailures } from './messages.ts';
import { required } from './text.ts';

const rules = [
  { name: 'required', holds: required },
  { name: 'isPhoneNumber', holds: isPhoneNumber },
];
const messages = { phone: { isPhoneNumber: 'Not a phone number' } };

it('a failed rule carries the message of its field and rule', () => {
  const warnings: string[] = [];
  expect(toFailures('phone', 'abc', rules, messages, (text) => warnings.push(text))).toEqual([
    { rule: 'isPhoneNumber', message: 'Not a phone number' },
  ]);
  expect(toFailures('phone', '+491234', rules, messages, (text) => warnings.push(text))).toEqual([]);
  expect(warnings).toEqual([]);
});

it('a failed rule without a message stays failed, shows none and is logged', () => {
  const warnings: string[] = [];
  expect(toFailures('phone', '', rules, messages, (text) => warnings.push(text))).toEqual([
    { rule: 'required', message: undefined },
  ]);
  expect(toFailures('fax', 'abc', rules, messages, (text) => warnings.push(text))).toEqual([
    { rule: 'isPhoneNumber', message: undefined },
  ]);
  expect(warnings).toEqual([
    'validations.custom.phone.required has no message',
    'validations.custom.fax.isPhoneNumber has no message',
  ]);
});
