import { PRODUCT } from './product.ts';

/** User types on the wire; an unknown value is accepted and has no rights (P-1.25). */
export const USER_TYPES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** An account that waits for its person has none of its own data yet (P-3.03). */
export const USER_STATES = ['ACTIVE', 'PENDING'] as const;
export type UserState = (typeof USER_STATES)[number];

/** Roles, which have default rights. `ADMIN` administers one school. */
export const ROLES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** Every school starts with these (P-6.24): one for each kind of account, and two that are given to people in addition. */
export const BUILT_IN_ROLES = [...ROLES, 'SECRETARIAT', 'SALES'] as const;
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** The parts of the class book. */
const CLASSBOOK = [
  'view-members',
  'view-entries',
  'view-notices',
  'view-homeworks',
  'view-statistics',
  'view-absences',
  'view-sick-notes',
] as const;

/** All permission keys. */
export const PERMISSIONS = [
  'view-timetable',
  'view-timetable-all',
  'view-timetable-hidden',
  'view-timetable-planner',
  'import-timetable',
  'publish-timetable-entities',
  'choose-courses',
  'view-news',
  'create-news',
  'manage-news',
  'edit-school',
  'change-schoolyear',
  'view-audit-log',
  'manage-users',
  'create-channel',
  'create-conversation',
  'start-conferences',
  'create-events',
  'manage-parents-evenings',
  'view-all-channels',
  'manage-channels',
  'view-calendars',
  'send-push',
  'send-urgent',
  ...CLASSBOOK,
  `manage-${PRODUCT}`,
  `manage-${PRODUCT}-sales`,
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Permissions of a school as a whole, alike for everybody in it and never given to a person (P-6.08). `totp-2fa`: the
 * pages below `/authenticator` (P-2.33). `marketing`: teachers find other products of the operator in the header (C-2.62), and grown-ups the offers of its partners (C-2.40).
 */
export const SCHOOL_PERMISSIONS = ['totp-2fa', 'marketing'] as const;
export type SchoolPermission = (typeof SCHOOL_PERMISSIONS)[number];

/** To administer or sell the product itself: only at schools that its operator has set apart for that (P-6.01, P-6.10, P-6.21). */
const OF_OPERATOR: readonly Permission[] = [`manage-${PRODUCT}`, `manage-${PRODUCT}-sales`];

/** The purposes that the operator of an installation gives a school. */
export const OPERATOR_PURPOSES = ['usual', 'internal', 'management'] as const;
/** The purpose of a school. `trial`: it is invented, and a real one looks around in it. */
export const SCHOOL_PURPOSES = [...OPERATOR_PURPOSES, 'trial'] as const;
export type SchoolPurpose = (typeof SCHOOL_PURPOSES)[number];

/** Does the permission count at a school of this purpose, whatever the school decides? */
export const isPermissionAt = (permission: Permission, purpose: SchoolPurpose): boolean =>
  purpose === 'internal' || purpose === 'management' || !OF_OPERATOR.includes(permission);

/** What pupils and parents may do. */
const FAMILY: readonly Permission[] = [
  'view-timetable',
  'view-timetable-all',
  'view-news',
  'create-conversation',
  'view-calendars',
  'view-notices',
  'view-homeworks',
  'view-sick-notes',
];

/**
 * What each role may do unless its school decides otherwise. `view-timetable`: the own plan; `view-timetable-all`: the
 * plans of grades, teachers, rooms and courses of the own school (T-1.01); `choose-courses`: the own courses, or those of
 * a child, once the school opens their choice (T-1.03); `create-news`: write news and change their
 * own (C-6.12); `manage-news`: change, pin and release all of them; `view-timetable-hidden`: hidden substitutions
 * (T-3.12); `change-schoolyear`: add, change and switch school years (T-6.26); `view-audit-log`: who changed what at the
 * own school (D-4.11); `manage-users`: people of the own school and their grades (T-1.06); `create-channel` and
 * `create-conversation`: make channels, and begin a chat with one person (C-6.07); `start-conferences`: begin one in a channel of a class, a course or the whole school (C-7.31); `create-events`: calendar events (C-6.13); `manage-parents-evenings`: make and run parents' evenings; `view-all-channels`: facts about
 * channels, never what is written in them (P-6.07);
 * `manage-channels`: change every channel that is not a conversation, without reading it (C-4.13); `view-calendars`: calendars, and the bell of the notifications
 * (C-6.08); `send-push`: push messages to people, and what became of them (P-7.82); `send-urgent`: the same in other people's quiet hours (D-6.03);
 * `view-members`, `view-entries`, `view-notices`, `view-homeworks`, `view-statistics`, `view-absences`: the parts of the class book, each as
 * far as somebody sees into it (T-6.02); `view-sick-notes`: absences and sick notes, of the own children or pupils (T-6.25);
 * `manage-{product}`: to go between the management school and internal ones, and there alone (P-6.10);
 * `manage-{product}-sales`: sells the product, there too (P-6.01).
 */
export const defaultPermissions: Record<BuiltInRole, readonly Permission[]> = {
  STUDENT: FAMILY,
  PARENT: FAMILY,
  TEACHER: [
    'view-timetable',
    'view-timetable-all',
    'view-news',
    'create-news',
    'create-channel',
    'create-conversation',
    'start-conferences',
    'create-events',
    'view-calendars',
    ...CLASSBOOK,
  ],
  EMPLOYEE: ['view-news', 'create-news', 'create-channel', 'create-conversation', 'create-events', 'view-calendars'],
  ADMIN: PERMISSIONS,
  SECRETARIAT: [
    'view-timetable-all',
    'view-news',
    'create-news',
    'create-channel',
    'create-conversation',
    'create-events',
    'view-calendars',
    'manage-parents-evenings',
    'manage-users',
    'send-push',
    'view-members',
    'view-statistics',
    'view-absences',
    'view-sick-notes',
  ],
  SALES: ['view-news', 'view-calendars', `manage-${PRODUCT}-sales`],
};

/** The permissions that the product gives a role: none to one that a school has made. */
export const defaultsOf = (key: string): readonly Permission[] => (isBuiltInRole(key) ? defaultPermissions[key] : []);

/** Other spellings of permission keys, which mean the same (T-6.27). */
const PERMISSION_ALIASES: Readonly<Record<string, Permission>> = { 'change-school-year': 'change-schoolyear' };

/** A school's change of one permission. An unknown key has no effect. */
export interface PermissionOverride {
  readonly permission: string;
  readonly is_allowed: boolean;
}

/** A role that somebody has in addition to their kind of account, with what its school changed about it. */
export interface HeldRole {
  readonly key: string;
  readonly overrides: readonly PermissionOverride[];
}

/** A person with what the product and the school say about their rights. */
export interface PermissionHolder {
  /** The kind of account, whose role everybody has by it. */
  readonly role: string;
  readonly held_roles: readonly HeldRole[];
  readonly permission_overrides: readonly PermissionOverride[];
}

/** What a school decides about a kind of account, and what it is for. */
export interface PermissionSchool {
  readonly role_overrides: readonly PermissionOverride[];
  readonly purpose: SchoolPurpose;
}

/** Permissions after these changes; the last word on one counts. */
function change(from: Iterable<Permission>, overrides: readonly PermissionOverride[]): Set<Permission> {
  const permissions = new Set(from);
  for (const { permission: key, is_allowed } of overrides) {
    const permission = toPermission(key);
    if (!permission) continue;
    if (is_allowed) permissions.add(permission);
    else permissions.delete(permission);
  }
  return permissions;
}

/** What a role gives at a school of this purpose: the product's defaults, changed by the school. */
export function permissionsOfRole({ key, overrides }: HeldRole, purpose: SchoolPurpose): ReadonlySet<Permission> {
  // Nothing that a school decides gives rights over others.
  return new Set([...change(defaultsOf(key), overrides)].filter((one) => isPermissionAt(one, purpose)));
}

/**
 * What a person may do at a school: the permissions of their roles (that of their kind of account and those held in
 * addition), changed by the school's overrides for the person. The only place where this is computed; an unknown kind has
 * no rights (P-1.25).
 */
export function permissionsOf(person: PermissionHolder, school: PermissionSchool): ReadonlySet<Permission> {
  if (!isRole(person.role)) return new Set();
  const roles = [{ key: person.role, overrides: school.role_overrides }, ...person.held_roles];
  const given = roles.flatMap((role) => [...permissionsOfRole(role, school.purpose)]);
  const permissions = change(given, person.permission_overrides);
  return new Set([...permissions].filter((one) => isPermissionAt(one, school.purpose)));
}

/** The permission that a stored key means; undefined: none that this version knows. */
export function toPermission(key: string): Permission | undefined {
  const permission = PERMISSION_ALIASES[key] ?? key;
  return isPermission(permission) ? permission : undefined;
}

export const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);
export const isBuiltInRole = (value: unknown): value is BuiltInRole =>
  (BUILT_IN_ROLES as readonly unknown[]).includes(value);
export const isPermission = (value: unknown): value is Permission =>
  (PERMISSIONS as readonly unknown[]).includes(value);

/** Permissions to read, the only ones that are left to somebody who has left the school. */
const READING: readonly Permission[] = [
  'view-timetable',
  'view-timetable-all',
  'view-timetable-hidden',
  'view-news',
  'view-calendars',
  ...CLASSBOOK,
];

/** The permissions that somebody keeps who may only read. */
export const toReadingPermissions = (permissions: ReadonlySet<Permission>): ReadonlySet<Permission> =>
  new Set(READING.filter((permission) => permissions.has(permission)));

/** Abilities that are about reading. */
const READING_ABILITIES: readonly string[] = ['view', 'read', 'readers', 'download', 'evaluation', 'findRooms'];

/** Is an ability one to read? `view-history`, `see-deletion` and the like are. */
export const isReadingAbility = (ability: string): boolean =>
  READING_ABILITIES.includes(ability) || /^(view|see)-/.test(ability);

/** The person who asks what they may do with an object: a session on the server, the signed-in user in the app. */
export interface AskingPerson {
  readonly user_id: number;
  /** A type that the product does not know is accepted (P-1.25). */
  readonly type: UserType | (string & {});
  readonly permissions: { has(permission: Permission): boolean };
}

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
