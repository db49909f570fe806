import {
  defaultsOf,
  type HeldRole,
  isPermissionAt,
  isRole,
  PERMISSIONS,
  type Permission,
  type PermissionHolder,
  type PermissionOverride,
  type PermissionSchool,
  permissionsOf,
  permissionsOfRole,
  toPermission,
} from './abilities.ts';

/** Why somebody may do something or not: what each step says, and what comes of it. */
export interface PermissionReason<Held extends HeldRole = HeldRole> {
  readonly permission: Permission;
  readonly is_allowed: boolean;
  /** What the product gives the kind of account. */
  readonly by_role: boolean;
  /** What the school decided about the kind of account; null: nothing. */
  readonly by_school: boolean | null;
  /** The roles held in addition that give it. */
  readonly by_roles: readonly Held[];
  /** What the school decided about the person; null: nothing. */
  readonly by_person: boolean | null;
}

/**
 * Every permission that there is at the school with the chain that leads to it: kind of account, what the school says of it,
 * further roles, and the person, whose word is the last (`permissionsOf` decides; this only tells).
 */
export function reasonsOf<Held extends HeldRole>(
  person: Omit<PermissionHolder, 'held_roles'> & { readonly held_roles: readonly Held[] },
  school: PermissionSchool,
): PermissionReason<Held>[] {
  const held = permissionsOf(person, school);
  const defaults = isRole(person.role) ? defaultsOf(person.role) : [];
  const given = person.held_roles.map((role) => ({ role, permissions: permissionsOfRole(role, school.purpose) }));
  const said = (overrides: readonly PermissionOverride[], permission: Permission) =>
    overrides.findLast((one) => toPermission(one.permission) === permission)?.is_allowed ?? null;
  return PERMISSIONS.filter((permission) => isPermissionAt(permission, school.purpose)).map((permission) => ({
    permission,
    is_allowed: held.has(permission),
    by_role: defaults.includes(permission),
    by_school: said(school.role_overrides, permission),
    by_roles: given.filter(({ permissions }) => permissions.has(permission)).map(({ role }) => role),
    by_person: said(person.permission_overrides, permission),
  }));
}
