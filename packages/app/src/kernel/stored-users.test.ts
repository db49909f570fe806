import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addUser,
  parentsToEnd,
  parseStoredUser,
  removeUser,
  type StoredUser,
  type StoredUsers,
  selectUser,
  toKeptList,
} from './stored-users.ts';

const school = { slink: 'demo', name: 'Demo', purpose: 'usual' };
const user = (uuid: string): StoredUser => ({
  uuid,
  access_token: `token-${uuid}`,
  displayname: uuid,
  type: 'PARENT',
  stays: true,
  is_manager: false,
  school,
});
const filled = (...uuids: string[]) =>
  uuids.reduce<StoredUsers | null>((stored, uuid) => addUser(stored, user(uuid)), null)!;

describe('several accounts on a device', () => {
  it('have exactly one selected, whatever is added and removed [P-4.11]', () => {
    const step = fc.record({ remove: fc.boolean(), uuid: fc.constantFrom('a', 'b', 'c', 'd') });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let stored: StoredUsers | null = null;
        for (const { remove, uuid } of steps) {
          const others: string[] = stored?.users.map((known) => known.uuid).filter((known) => known !== uuid) ?? [];
          stored = remove ? stored && removeUser(stored, uuid) : addUser(stored, user(uuid));
          expect(stored?.users.map((known) => known.uuid).toSorted() ?? []).toEqual(
            (remove ? others : [...others, uuid]).toSorted(),
          );
          if (stored) expect(stored.users.filter((known) => known.uuid === stored?.selected)).toHaveLength(1);
        }
      }),
    );
  });

  it('lose one without the others, and end when none remains [P-4.12]', () => {
    expect(removeUser(filled('a', 'b', 'c'), 'b')).toEqual({ users: [user('a'), user('c')], selected: 'c' });
    expect(removeUser(filled('a', 'b'), 'b')?.selected).toBe('a');
    expect(removeUser(filled('a'), 'a')).toBeNull();
  });

  it('are kept as a list only from two on [P-4.13]', () => {
    expect([toKeptList(null), toKeptList(filled('a'))]).toEqual([[], []]);
    expect(toKeptList(filled('a', 'b'))).toHaveLength(2);
  });

  it('cannot be selected without a school or when unknown [P-5.26] [P-8.22] [P-8.23]', () => {
    const stored = addUser(filled('a'), { ...user('b'), school: null });
    expect(selectUser(stored, 'b')).toBe('user-school-obj-is-undefined');
    expect(selectUser(stored, 'x')).toBe('user-not-selectable');
    expect(selectUser(stored, 'a')).toMatchObject({ selected: 'a' });
  });

  it('that are known keep their place, so that a shortcut leads to the same one', () => {
    const again = addUser(filled('a', 'b', 'c'), { ...user('a'), displayname: 'Ada' });
    expect(again.users.map(({ displayname }) => displayname)).toEqual(['Ada', 'b', 'c']);
    expect(again.selected).toBe('a');
  });

  it('of parents end when a pupil signs in, unless an administrator of the product is signed in [P-4.14] [P-4.15]', () => {
    const parents = filled('mother', 'father');
    const pupil = { ...user('pupil'), type: 'STUDENT' };
    const teacher = { ...user('teacher'), type: 'TEACHER' };
    const manager = { ...user('manager'), type: 'EMPLOYEE', is_manager: true };
    const ended = (stored: StoredUsers) => parentsToEnd(stored).map(({ uuid }) => uuid);
    expect(ended(addUser(parents, pupil))).toEqual(['mother', 'father']);
    expect(ended(addUser(addUser(parents, teacher), pupil))).toEqual(['mother', 'father']);
    expect(ended(addUser(addUser(parents, manager), pupil))).toEqual([]);
    const invented = { ...pupil, school: { ...school, purpose: 'trial' } };
    expect(ended(addUser(parents, invented))).toEqual([]);
    expect(ended(addUser(parents, teacher))).toEqual([]);
    expect(ended(addUser(addUser(parents, pupil), user('mother')))).toEqual([]);
  });

  it('are read back as they were kept, and whatever else lies there is left out', () => {
    const stored = user('a');
    expect(parseStoredUser(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(parseStoredUser({ ...stored, school: { slink: 'demo' }, is_manager: 'yes', type: 7 })).toEqual({
      ...stored,
      school: null,
      type: '',
    });
    for (const wrong of [null, 'a', 3, {}, { ...stored, uuid: 1 }, { ...stored, access_token: null }])
      expect(parseStoredUser(wrong)).toBeNull();
  });
});
