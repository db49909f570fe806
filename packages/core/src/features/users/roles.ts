import * as z from 'zod/mini';
import {
  type AskingPerson,
  BUILT_IN_ROLES,
  type Can,
  isRole,
  PERMISSIONS,
  type Permission,
  type Role,
  toCan,
} from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';
import { namedRole } from './named-role.ts';

/** Longest name of a role, characters. */
export const ROLE_NAME_MAXIMUM = 60;
/** Most roles of a school. */
export const ROLES_MAXIMUM = 100;

/** `update`: its name and permissions; `remove`: end it; `assign`: give it to a person or take it. */
export const ROLE_ABILITIES = ['update', 'remove', 'assign'] as const;
export type RoleAbility = (typeof ROLE_ABILITIES)[number];

/**
 * What somebody who manages people may do with a role: that of administrators is for administrators, and only who holds
 * everything that a role gives may give, take or end it. The roles of kinds of accounts stay, and go with the account (P-6.05).
 */
export function roleAbilitiesOf(
  actor: Pick<AskingPerson, 'permissions'> & { readonly role: Role },
  role: { readonly key: string | null; readonly permissions: readonly Permission[] },
): Can<RoleAbility> {
  const manages = actor.permissions.has('manage-users') && (role.key !== 'ADMIN' || actor.role === 'ADMIN');
  const holds = manages && role.permissions.every((permission) => actor.permissions.has(permission));
  return toCan({
    update: manages,
    remove: holds && !isRole(role.key),
    assign: holds && (role.key === 'ADMIN' || !isRole(role.key)),
  });
}

/** A role of a school with what it gives. */
export const role = z.object({
  ...namedRole.shape,
  /** Null: the school has made it. */
  key: z.nullable(z.enum(BUILT_IN_ROLES)),
  /** The name that the school gave it; null: that of the product. */
  own_name: z.nullable(z.string()),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** How many living accounts have it. */
  users_count: z.int(),
  updated_at: f.instant,
  can: z.object({ update: f.flag, remove: f.flag, assign: f.flag }),
});
export type SchoolRole = z.output<typeof role>;

/** The name of a role, without blanks around it. */
export const roleName = z.pipe(z.string().check(z.trim()), f.line(ROLE_NAME_MAXIMUM));

/** A role as somebody writes it; without a name a built-in one has that of the product. */
export const roleDraft = z.strictObject({
  name: z.nullable(roleName),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.maxLength(PERMISSIONS.length)),
});

/** The roles of a school, and whether a person has them. */
export const userRoles = z.object({
  id: f.id,
  roles: z.array(z.extend(role, { is_held: z.boolean() })),
});
export type UserRoles = z.output<typeof userRoles>;
