import fc from 'fast-check';
import { type EqualityFilter, FilterParser } from 'ldapts';
import { expect, it } from 'vitest';
import { toFilter, toFilterOfAnybody } from './directory.ts';
import { isSwitchedOff } from './people.ts';

it('whatever somebody enters is a value of the filter, whole, and no part of its form', () => {
  const signs = fc.constantFrom(...'()*\\&|!=\0az ä');
  fc.assert(
    fc.property(fc.string({ unit: signs, minLength: 1 }), (name) => {
      const parsed = FilterParser.parseString(toFilter('(uid={username})', name)) as EqualityFilter;
      return parsed.attribute === 'uid' && `${parsed.value}` === name;
    }),
  );
  expect(toFilter('(|(uid={username})(mail={username}))', '$&*')).toBe('(|(uid=$&\\2a)(mail=$&\\2a))');
});

it('the filter that finds anybody asks whether there is a name', () => {
  expect(toFilterOfAnybody('(&(objectClass=user)(cn={username}@school))')).toBe('(&(objectClass=user)(cn=*))');
});

it('an account is switched off by what its kind of directory says, and not for some minutes [T-7.114]', () => {
  const of = (name: string, value: string) => isSwitchedOff({ valuesOf: (one) => (one === name ? [value] : []) });
  expect(['514', '66050', '512', '66048'].map((value) => of('userAccountControl', value))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['TRUE', 'true', 'FALSE'].map((value) => of('nsAccountLock', value))).toEqual([true, true, false]);
  expect(['000001010000Z', '20261123080000Z'].map((value) => of('pwdAccountLockedTime', value))).toEqual([true, false]);
  expect(isSwitchedOff({ valuesOf: () => [] })).toBe(false);
});
