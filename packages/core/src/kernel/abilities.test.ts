import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPermissions, isAllowed, PERMISSIONS, permissionsOf, ROLES, toCan } from './abilities.ts';

const allow = (permission: string) => ({ permission, is_allowed: true });
const refuse = (permission: string) => ({ permission, is_allowed: false });
const of = (role: string, role_overrides = [] as unknown[], permission_overrides = [] as unknown[]) =>
  [...permissionsOf({ role, permission_overrides } as never, { role_overrides } as never)].sort() as readonly string[];

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
