import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUser, removeUser, type StoredUsers, selectUser, toKeptList } from './stored-users.ts';

const school = { slink: 'demo', name: 'Demo' };
const user = (uuid: string) => ({ uuid, access_token: `token-${uuid}`, displayname: uuid, type: 'PARENT', school });
const filled = (...uuids: string[]) =>
  uuids.reduce<StoredUsers | null>((stored, uuid) => addUser(stored, user(uuid)), null)!;

describe('several accounts on a device', () => {
  it('have exactly one selected, whatever is added and removed', () => {
    const step = fc.record({ remove: fc.boolean(), uuid: fc.constantFrom('a', 'b', 'c', 'd') });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let stored: StoredUsers | null = null;
        for (const { remove, uuid } of steps) {
          const others: string[] = stored?.users.map((known) => known.uuid).filter((known) => known !== uuid) ?? [];
          stored = remove ? stored && removeUser(stored, uuid) : addUser(stored, user(uuid));
          expect(stored?.users.map((known) => known.uuid) ?? []).toEqual(remove ? others : [...others, uuid]);
          if (stored) expect(stored.users.filter((known) => known.uuid === stored?.selected)).toHaveLength(1);
        }
      }),
    );
  });

  it('lose one without the others, and end when none remains', () => {
    expect(removeUser(filled('a', 'b', 'c'), 'b')).toEqual({ users: [user('a'), user('c')], selected: 'c' });
    expect(removeUser(filled('a', 'b'), 'b')?.selected).toBe('a');
    expect(removeUser(filled('a'), 'a')).toBeNull();
  });

  it('are kept as a list only from two on', () => {
    expect([toKeptList(null), toKeptList(filled('a'))]).toEqual([null, null]);
    expect(toKeptList(filled('a', 'b'))?.users).toHaveLength(2);
  });

  it('cannot be selected without a school or when unknown', () => {
    const stored = addUser(filled('a'), { ...user('b'), school: null });
    expect(selectUser(stored, 'b')).toBe('user-school-obj-is-undefined');
    expect(selectUser(stored, 'x')).toBe('user-not-selectable');
    expect(selectUser(stored, 'a')).toMatchObject({ selected: 'a' });
  });
});
