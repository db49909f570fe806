import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PERMISSIONS, permissionsOf, ROLES, SCHOOL_PURPOSES } from './abilities.ts';
import { reasonsOf } from './permission-reasons.ts';

const overrides = fc.array(
  fc.record({ permission: fc.constantFrom(...PERMISSIONS, 'change-school-year', 'unknown'), is_allowed: fc.boolean() }),
);

it('says of every permission what permissionsOf decides, and the last step that says something is the reason', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ROLES, 'NOBODY'),
      overrides,
      overrides,
      fc.array(fc.record({ key: fc.constantFrom('SECRETARIAT', 'SALES', 'a'), overrides }), { maxLength: 3 }),
      fc.constantFrom(...SCHOOL_PURPOSES),
      (role, role_overrides, permission_overrides, held_roles, purpose) => {
        const person = { role, permission_overrides, held_roles };
        const school = { role_overrides, purpose };
        const held = permissionsOf(person, school);
        const reasons = reasonsOf(person, school);
        expect(
          reasons
            .filter((one) => one.is_allowed)
            .map((one) => one.permission)
            .sort(),
        ).toEqual([...held].sort());
        if (role === 'NOBODY') return;
        for (const { is_allowed, by_role, by_school, by_roles, by_person } of reasons)
          expect(is_allowed).toBe(by_person ?? ((by_school ?? by_role) || by_roles.length > 0));
        const told = reasons.map(({ permission }) => permission);
        expect(told.includes('manage-kreide') && told.includes('manage-kreide-sales')).toBe(
          purpose === 'internal' || purpose === 'management',
        );
      },
    ),
  );
});
