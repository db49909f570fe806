import { describe, expect, it } from 'vitest';
import { addUser, type StoredUser, type StoredUsers } from '../../kernel/stored-users.ts';
import { guardedPurpose, hasSpecialSchools, nextElsewhere, toShortcut } from './switching.ts';

const user = (uuid: string, values: Partial<StoredUser> = {}): StoredUser => ({
  uuid,
  access_token: uuid,
  displayname: uuid,
  type: 'PARENT',
  stays: true,
  is_manager: false,
  school: { slink: 'amsel', name: 'Amsel', purpose: 'usual' },
  ...values,
});
const at = (slink: string, purpose = 'usual') => ({ school: { slink, name: slink, purpose } });
const list = (...users: StoredUser[]) => users.reduce<StoredUsers | null>(addUser, null)!;
const press = (code: string, stored: StoredUsers, altKey = true) => toShortcut({ altKey, code }, stored);
const root = user('root', { is_manager: true, ...at('head', 'management') });

describe('the keys of those who try the product', () => {
  const people = ['a', 'b', 'c', 'd'].map((uuid) => user(uuid));
  const stored = list(...people, root);

  it('are Alt and a digit for the first four accounts, and no more [C-2.81] [P-9.29]', () => {
    for (const [index, select] of people.entries()) {
      expect(press(`Digit${index + 1}`, stored)).toEqual({ select });
      expect(press(`Numpad${index + 1}`, stored)).toEqual({ select });
    }
    for (const code of ['Digit5', 'Digit9', 'Digit0', 'KeyB']) expect(press(code, stored)).toBeNull();
    expect(press('Digit2', list(root))).toBeNull();
  });

  it('are Alt+S and Alt+A beside them, never without Alt [C-2.82] [P-9.30] [P-9.31]', () => {
    expect([press('KeyS', stored), press('KeyA', stored)]).toEqual(['other-school', 'edit-school']);
    for (const code of ['KeyS', 'KeyA', 'Digit1']) expect(press(code, stored, false)).toBeNull();
  });

  it('do nothing where no administrator of the product is signed in [C-2.83] [P-9.32]', () => {
    for (const code of ['Digit1', 'KeyS', 'KeyA']) expect(press(code, list(...people))).toBeNull();
  });

  it('are guarded at the management school and at internal ones', () => {
    const inner = user('i', at('inner', 'internal'));
    expect(guardedPurpose(list(inner, root))).toBe('management');
    expect(guardedPurpose(list(root, inner))).toBe('internal');
    expect(guardedPurpose(list(root, user('a')))).toBeNull();
    expect(guardedPurpose(list(root, user('a', { school: null })))).toBeNull();
  });

  it('go round the accounts of other schools in the order of the list [P-9.30]', () => {
    const [a, b, x] = [user('a'), user('b'), user('x', at('drossel'))];
    const lost = user('lost', { school: null });
    expect(nextElsewhere(list(x, root, lost, b, a))).toBe(x);
    expect(nextElsewhere({ ...list(a, b, x, root), selected: 'x' })).toBe(root);
    expect(nextElsewhere(list(b, a))).toBeUndefined();
  });
});

describe('the ways between the schools of those who run the product', () => {
  const self = (purpose: string, ...permissions: string[]) => ({ permissions, school: { purpose } }) as never;
  const storage = (value: string | null) => ({ getItem: (key: string) => (key === 'sampleSchoolData' ? value : null) });

  it('need such a school and the right, or sample data on the device [C-2.80] [C-6.10] [P-6.10] [P-6.23]', () => {
    for (const purpose of ['internal', 'management']) {
      expect(hasSpecialSchools(self(purpose, 'manage-kreide'), storage(null))).toBe(true);
      expect(hasSpecialSchools(self(purpose, 'edit-school'), storage(null))).toBe(false);
    }
    expect(hasSpecialSchools(self('usual', 'manage-kreide'), storage(null))).toBe(false);
    expect(hasSpecialSchools(self('usual'), storage('{}'))).toBe(true);
  });
});
