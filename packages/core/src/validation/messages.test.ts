import { expect, it } from 'vitest';
import { GENERAL_RULES, toFailures } from './messages.ts';
import { RULES, type RuleName, type RuleParams, rule } from './rules.ts';

const texts: Record<string, string> = {
  'validations:messages.required': 'Fill this in',
  'validations:messages.min': 'At least {{count}}',
  'validations:custom.phone.isPhoneNumber': 'Not a phone number',
  'validations:custom.title.required': 'A title, please',
};
const say = (address: string, { count }: RuleParams) => texts[address]?.replace('{{count}}', String(count));

function failuresOf(field: string, value: unknown, names: readonly ('required' | 'isPhoneNumber' | 'isBase32')[]) {
  const warnings: string[] = [];
  const rules = names.map((name) => rule(name));
  return { failures: toFailures(field, value, rules, say, (text) => warnings.push(text)), warnings };
}

it('a failed custom rule carries the message of its field and rule [P-5.12]', () => {
  expect(failuresOf('phone', 'abc', ['required', 'isPhoneNumber'])).toEqual({
    failures: [{ rule: 'isPhoneNumber', message: 'Not a phone number' }],
    warnings: [],
  });
  expect(failuresOf('phone', '+491234', ['required', 'isPhoneNumber'])).toEqual({ failures: [], warnings: [] });
});

it('a failed custom rule without a message stays failed, shows none and is logged [P-5.13]', () => {
  expect(failuresOf('fax', 'abc', ['isPhoneNumber', 'isBase32'])).toEqual({
    failures: [
      { rule: 'isPhoneNumber', message: undefined },
      { rule: 'isBase32', message: undefined },
    ],
    warnings: ['validations:custom.fax.isPhoneNumber has no message', 'validations:custom.fax.isBase32 has no message'],
  });
});

it('a general rule has the same message for every field that has none of its own', () => {
  expect(failuresOf('name', ' ', ['required']).failures).toEqual([{ rule: 'required', message: 'Fill this in' }]);
  expect(failuresOf('title', ' ', ['required']).failures).toEqual([{ rule: 'required', message: 'A title, please' }]);
  expect(toFailures('name', 'a', [rule('min', 3)], say, () => {})).toEqual([{ rule: 'min', message: 'At least 3' }]);
});

it('eleven rules are general, and every rule is known by its name [P-5.01]', () => {
  const general: RuleName[] = ['required', 'min', 'max', 'min_value', 'max_value', 'is', 'url', 'email', 'regex'];
  expect([...GENERAL_RULES]).toEqual([...general, 'numeric', 'length']);
  expect(Object.keys(RULES).filter((name) => !GENERAL_RULES.has(name))).toEqual([
    'lengthNoSpaces',
    'isSameOrAfter',
    'isAfter',
    'isSameOrBefore',
    'isBefore',
    'isInSameYear',
    'isTimeAfter',
    'isTimeBefore',
    'date_format',
    'isBase32',
    'isPhoneNumber',
  ]);
});

it('a bound rule hands its limits on', () => {
  expect([rule('min', 2).holds('a'), rule('min', 2).holds('ab')]).toEqual([false, true]);
  expect([rule('isAfter', '2026-01-01').holds('2026-01-01'), rule('is', 'x').holds('x')]).toEqual([false, true]);
  expect(rule('date_format', 'DD.MM.').holds('31.04.')).toBe(false);
});
