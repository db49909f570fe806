import { type ListedUser, PEOPLE_CHANGE_STATES } from '@kreide/core/features/users';
import { expect, it } from 'vitest';
import { BULK_CHANGES, concerned, isWorkedOn, wordOf } from './bulk-changes.ts';
import { isNarrowed, isSameChoice } from './people-wish.ts';

const person = (id: number, is_locked: boolean, can: number) =>
  ({ id, managed: { is_locked, can: { lock: can, logout: can } } }) as unknown as ListedUser;

it('a change of many leaves out whom it says nothing new of, and who may not be changed', () => {
  const people = [person(1, false, 1), person(2, true, 1), person(3, false, 0), { id: 4, managed: null } as ListedUser];
  const ids = (change: 'lock' | 'unlock' | 'logout') => concerned(change, people).map(({ id }) => id);
  expect([ids('lock'), ids('unlock'), ids('logout')]).toEqual([[1], [2], [1, 2]]);
});

it('an order leaves nobody out: it narrows nothing, but makes another list', () => {
  expect([isNarrowed({ order: '-name' }), isNarrowed({ order: '-name', search: 'a' })]).toEqual([false, true]);
  expect([isSameChoice({ order: '-role' }, {}), isSameChoice({ order: 'role' }, { order: 'role' })]).toEqual([
    false,
    true,
  ]);
});

it('each change needs a right of its own, and roles that of permissions', () => {
  const may = (can: object) =>
    BULK_CHANGES.filter(
      (change) => concerned(change, [{ id: 1, managed: { is_locked: false, can } } as unknown as ListedUser]).length,
    );
  expect([
    may({ lock: 1 }),
    may({ logout: 1 }),
    may({ update: 1 }),
    may({ permissions: 1 }),
    may({ delete: 1 }),
  ]).toEqual([['lock'], ['logout'], ['grade'], ['role'], ['remove']]);
});

it('is looked at again while the server works forwards or backwards, and says when it was out of a class', () => {
  const states = PEOPLE_CHANGE_STATES.filter((state) => isWorkedOn({ state }));
  expect(states).toEqual(['waiting', 'undoing']);
  expect(wordOf({ kind: 'grade', target: '' })).toBe('changes.kind.noGrade');
  for (const target of [null, '7a']) expect(wordOf({ kind: 'grade', target })).toBe('changes.kind.grade');
});
