import fc from 'fast-check';
import { type EqualityFilter, FilterParser } from 'ldapts';
import { expect, it } from 'vitest';
import { toFilter, toFilterOfAnybody } from './directory.ts';

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
