import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPermissions, isAllowed, PERMISSIONS, permissionsOf, ROLES, toCan } from './abilities.ts';

const allow = (permission: string) => ({ permission, is_allowed: true });
const refuse = (permission: string) => ({ permission, is_allowed: false });
const at = (purpose: string, role: string, role_overrides = [] as unknown[], permission_overrides = [] as unknown[]) =>
  [
    ...permissionsOf({ role, permission_overrides, held_roles: [] } as never, { role_overrides, purpose } as never),
  ].sort() as readonly string[];
const of = (...about: Parameters<typeof at> extends [unknown, ...infer Rest] ? Rest : never) =>
  at('internal', ...about);

describe('what somebody may do at a school', () => {
  it.each(ROLES)('is what the role %s has, where nobody decided otherwise', (role) => {
    expect(of(role)).toEqual([...defaultPermissions[role]].sort());
  });

  it('follows the school before the product and the person before the school', () => {
    expect(of('STUDENT', [refuse('view-news')])).not.toContain('view-news');
    expect(of('STUDENT', [allow('edit-school')])).toContain('edit-school');
    expect(of('STUDENT', [refuse('view-news')], [allow('view-news')])).toContain('view-news');
    expect(of('STUDENT', [allow('edit-school')], [refuse('edit-school')])).not.toContain('edit-school');
  });

  it('takes both spellings of the permission for school years for the same [T-6.27]', () => {
    expect(of('TEACHER', [allow('change-school-year')])).toContain('change-schoolyear');
    expect(of('ADMIN', [], [refuse('change-school-year')])).not.toContain('change-schoolyear');
    expect(of('TEACHER', [allow('change-school-year')])).not.toContain('change-school-year');
  });

  it('never is to manage the product at a usual or an invented school, whatever that school decided [P-6.10] [P-6.21]', () => {
    const key = 'manage-kreide';
    for (const purpose of ['usual', 'trial'])
      for (const role of ROLES) expect(at(purpose, role, [allow(key)], [allow(key)])).not.toContain(key);
    for (const purpose of ['internal', 'management']) {
      expect(at(purpose, 'ADMIN')).toContain(key);
      expect(at(purpose, 'ADMIN', [], [refuse(key)])).not.toContain(key);
      expect(at(purpose, 'TEACHER')).not.toContain(key);
    }
  });

  it('is in addition what further roles give, of which none takes what another gives', () => {
    const having = (...held_roles: { key: string; overrides: ReturnType<typeof allow>[] }[]) =>
      permissionsOf(
        { role: 'EMPLOYEE', held_roles, permission_overrides: [refuse('send-push')] },
        { role_overrides: [refuse('create-news')], purpose: 'usual' },
      );
    expect(having().has('manage-users')).toBe(false);
    expect(having({ key: 'SECRETARIAT', overrides: [] }).has('manage-users')).toBe(true);
    expect(having({ key: 'SECRETARIAT', overrides: [refuse('manage-users')] }).has('manage-users')).toBe(false);
    expect(having({ key: 'SECRETARIAT', overrides: [] }).has('create-news')).toBe(true);
    expect(having({ key: 'own', overrides: [refuse('view-news')] }).has('view-news')).toBe(true);
    expect(having({ key: 'own', overrides: [allow('edit-school')] }).has('edit-school')).toBe(true);
    expect(having({ key: 'own', overrides: [allow('send-push')] }).has('send-push')).toBe(false);
  });

  it('is to sell the product for those who have that role at a school of its operator only [P-6.01]', () => {
    const sales = { key: 'SALES', overrides: [] };
    const of = (purpose: 'usual' | 'internal') =>
      permissionsOf(
        { role: 'EMPLOYEE', held_roles: [sales], permission_overrides: [] },
        { role_overrides: [], purpose },
      );
    expect(of('internal').has('manage-kreide-sales')).toBe(true);
    expect(of('usual').has('manage-kreide-sales')).toBe(false);
  });

  it('is nothing for an unknown role, whatever was decided [P-1.25]', () => {
    expect(of('WIZARD', [allow('edit-school')], [allow('view-news')])).toEqual([]);
  });

  it('never holds a permission that the product does not know', () => {
    expect(of('TEACHER', [allow('fly')], [allow('toString')])).toEqual([...defaultPermissions.TEACHER].sort());
  });

  it('is decided by the last word on each permission alone', () => {
    const override = fc.record({ permission: fc.constantFrom(...PERMISSIONS), is_allowed: fc.boolean() });
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), fc.array(override), fc.array(override), (role, ofRole, ofPerson) => {
        const found = of(role, ofRole, ofPerson);
        for (const permission of PERMISSIONS) {
          const last = [...ofRole, ...ofPerson].findLast((one) => one.permission === permission);
          expect(found.includes(permission)).toBe(last?.is_allowed ?? defaultPermissions[role].includes(permission));
        }
      }),
    );
  });
});

describe('a map of abilities', () => {
  it('allows only what is 1 [C-6.01]', () => {
    const can = toCan({ update: true, remove: false });
    expect(can).toEqual({ update: 1, remove: 0 });
    expect([isAllowed(can, 'update'), isAllowed(can, 'remove'), isAllowed(can, 'pin')]).toEqual([true, false, false]);
    expect([isAllowed(null, 'update'), isAllowed(undefined, 'update'), isAllowed({ update: 2 }, 'update')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
