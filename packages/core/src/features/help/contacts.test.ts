import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CONTACT_ABOUT_MAXIMUM,
  CONTACT_HOURS_MAXIMUM,
  CONTACT_NAME_MAXIMUM,
  CONTACT_TELEPHONE_MAXIMUM,
  contactProblems,
  toDialled,
} from './rules.ts';
import { applyContacts, movePlace, toContacts } from './state.ts';

const draft = { name: 'Sekretariat', about: '', email: 'a@school.example', telephone: '', hours: '' };
const rulesOf = (part: Partial<typeof draft>) =>
  contactProblems({ ...draft, ...part }).map(({ field, rule }) => `${field} ${rule}`);

it('a contact person has a name and a way to reach them, written as people write it [P-7.47]', () => {
  expect(rulesOf({})).toEqual([]);
  expect(rulesOf({ email: '', telephone: '040 / 123-45' })).toEqual([]);
  expect(toDialled('+49 (0)40 / 123.4-5')).toBe('+4904012345');
  expect(rulesOf({ name: ' ', email: ' ', telephone: ' ' })).toEqual(['name nameRequired', 'email wayRequired']);
  expect(rulesOf({ email: 'javascript:alert(1)', telephone: 'Zimmer 4' })).toEqual([
    'email emailInvalid',
    'telephone telephoneInvalid',
  ]);
  for (const [field, rule, most] of [
    ['name', 'nameMax', CONTACT_NAME_MAXIMUM],
    ['about', 'aboutMax', CONTACT_ABOUT_MAXIMUM],
    ['hours', 'hoursMax', CONTACT_HOURS_MAXIMUM],
    ['telephone', 'telephoneInvalid', CONTACT_TELEPHONE_MAXIMUM],
  ] as const) {
    // A telephone number may stand between many blanks.
    const long = (length: number) => (field === 'telephone' ? `040${' '.repeat(length - 8)}12345` : 'x'.repeat(length));
    expect(rulesOf({ [field]: long(most) }), field).toEqual([]);
    expect(rulesOf({ [field]: long(most + 1) })).toEqual([`${field} ${rule}`]);
  }
});

it('events in any order end with what a fresh fetch gives, and say to each reader what they may do', () => {
  const reader = { permissions: new Set(['edit-school'] as const) };
  const at = (minute: number) => ({ persons: [], updated_at: `2026-11-18T09:1${minute}:00.000Z` });
  const none = toContacts({ persons: [], updated_at: null }, { permissions: new Set() });
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1 }), (minutes) => {
      const seen = minutes.reduce((known, minute) => applyContacts(known, at(minute), reader), none);
      expect(seen).toEqual({ ...at(Math.max(...minutes)), can: { update: 1 } });
    }),
  );
  expect(none.can).toEqual({ update: 0 });
  // A list of nobody has no time, and is the newest all the same.
  expect(applyContacts(toContacts(at(5), reader), { persons: [], updated_at: null }, reader).updated_at).toBeNull();
});

it('one that is moved stands at its new place, and all others keep their order', () => {
  expect(movePlace(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movePlace(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
