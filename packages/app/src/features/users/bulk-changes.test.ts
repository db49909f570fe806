import type { ListedUser } from '@kreide/core/features/users';
import { expect, it } from 'vitest';
import { concerned } from './bulk-changes.ts';
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
