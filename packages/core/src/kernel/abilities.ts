/** User types on the wire; an unknown value is accepted and has no rights (P-1.25). */
export const USER_TYPES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** Roles, which have default rights. `ADMIN` administers one school. */
export const ROLES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** All permission keys. */
export const PERMISSIONS = [
  'view-timetable',
  'view-timetable-all',
  'view-timetable-hidden',
  'view-timetable-planner',
  'import-timetable',
  'publish-timetable-entities',
  'view-news',
  'create-news',
  'manage-news',
  'edit-school',
  'manage-users',
  'view-all-channels',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * What each role may do unless its school decides otherwise. `view-timetable`: the own plan; `view-timetable-all`: the
 * plans of grades, teachers, rooms and courses of the own school (T-1.01); `create-news`: write news and change their
 * own (C-6.12); `manage-news`: change, pin and release all of them; `view-timetable-hidden`: hidden substitutions
 * (T-3.12); `manage-users`: people of the own school and their grades (T-1.06); `view-all-channels`: facts about
 * channels, never what is written in them (P-6.07).
 */
export const defaultPermissions: Record<Role, readonly Permission[]> = {
  STUDENT: ['view-timetable', 'view-timetable-all', 'view-news'],
  PARENT: ['view-timetable', 'view-timetable-all', 'view-news'],
  TEACHER: ['view-timetable', 'view-timetable-all', 'view-news', 'create-news'],
  EMPLOYEE: ['view-news', 'create-news'],
  ADMIN: PERMISSIONS,
};

/** A school's change of one permission. An unknown key has no effect. */
export interface PermissionOverride {
  readonly permission: string;
  readonly is_allowed: boolean;
}

/**
 * What a person may do at a school: the defaults of the role, changed by the school's overrides for the role, then by
 * those for the person. The only place where this is computed; an unknown role has no rights (P-1.25).
 */
export function permissionsOf(
  person: { readonly role: string; readonly permission_overrides: readonly PermissionOverride[] },
  school: { readonly role_overrides: readonly PermissionOverride[] },
): ReadonlySet<Permission> {
  if (!isRole(person.role)) return new Set();
  const permissions = new Set<Permission>(defaultPermissions[person.role]);
  for (const { permission, is_allowed } of [...school.role_overrides, ...person.permission_overrides]) {
    if (!isPermission(permission)) continue;
    if (is_allowed) permissions.add(permission);
    else permissions.delete(permission);
  }
  return permissions;
}

export const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);
export const isPermission = (value: unknown): value is Permission =>
  (PERMISSIONS as readonly unknown[]).includes(value);

/** A map of abilities on the wire: 1 allowed, 0 not (P-3.06). */
export type Can<Key extends string> = Record<Key, 0 | 1>;

/** `true`/`false` per key as a `can` map. */
export function toCan<Key extends string>(decisions: Record<Key, boolean>): Can<Key> {
  return Object.fromEntries(Object.entries(decisions).map(([key, allowed]) => [key, allowed ? 1 : 0])) as Can<Key>;
}

/** Does the map allow it? A missing entry is a no (C-6.01). */
export function isAllowed(can: Readonly<Record<string, number>> | null | undefined, key: string): boolean {
  return can?.[key] === 1;
}
