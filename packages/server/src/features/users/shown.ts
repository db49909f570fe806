import { type ListedUser, type ManagedUser, userAbilitiesOf } from '@kreide/core/features/users';
import { isBuiltInRole, type Translate, USER_TYPES, type UserState, type UserType } from '@kreide/core/kernel';
import type { Actor } from '../../kernel/http/context.ts';
import type { PersonRow } from './queries/people.ts';

/** A type that the product does not know is shown as that of an employee, and has no rights (P-1.25). */
export const toType = (type: string): UserType =>
  (USER_TYPES as readonly string[]).includes(type) ? (type as UserType) : 'EMPLOYEE';

function toShown({ id, firstname, lastname, type, grade_id, state }: PersonRow) {
  const displayname = `${firstname} ${lastname}`;
  return { id, firstname, lastname, displayname, type: toType(type), grade_id, state: state as UserState };
}

const toManaged = (row: PersonRow, actor: Actor) => ({
  uuid: row.uuid,
  username: row.username,
  email: row.email,
  role: row.role as ManagedUser['role'],
  is_locked: row.is_locked,
  expire_at: row.expire_at,
  deleted_at: row.deleted_at,
  can: userAbilitiesOf(actor, row),
});

/** A person in the list; `managed` is for those who manage people. */
export const toListed = (row: PersonRow, actor: Actor): ListedUser => ({
  ...toShown(row),
  managed: actor.permissions.has('manage-users') ? toManaged(row, actor) : null,
});

export const toManagedUser = (row: PersonRow, actor: Actor, sessions: ManagedUser['sessions']): ManagedUser => ({
  ...toShown(row),
  ...toManaged(row, actor),
  created_at: row.created_at,
  is_tfa_enabled: row.is_tfa_enabled,
  sessions,
});

/** What the audit log keeps of an account. */
export const toRecorded = ({ is_locked, expire_at, deleted_at, state, firstname, lastname, email }: PersonRow) => ({
  is_locked,
  expire_at,
  deleted_at,
  state,
  firstname,
  lastname,
  email,
});

/** The name of a role: what the school calls it, or the product in the language of the reader. */
export const toRoleName = ({ key, name }: { key: string; name: string | null }, t: Translate): string =>
  name ?? (isBuiltInRole(key) ? t(`kernel:roles.${key}`) : key);
