import {
  ROLES_MAXIMUM,
  roleAbilitiesOf,
  type SchoolRole,
  type UserRoles,
  type usersApi,
  usersEvents,
} from '@kreide/core/features/users';
import {
  defaultsOf,
  isAllowed,
  isBuiltInRole,
  isRole,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  type Translate,
} from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { keepAdministrator, loadPerson, todayOf } from './managed-person.ts';
import type { PeopleParts } from './people.ts';
import { findManaged, type PersonRow, updatePerson } from './queries/people.ts';
import {
  deleteRole,
  insertRole,
  listGiven,
  listHolders,
  listRoleRows,
  lockRoles,
  type RoleRow,
  renameRole,
  saveGiven,
  saveRolePermissions,
} from './queries/roles.ts';
import { toRoleName } from './shown.ts';

type Api = typeof usersApi;

function toRole(row: RoleRow, actor: Actor, t: Translate): SchoolRole {
  const { id, users_count, updated_at } = row;
  const key = isBuiltInRole(row.key) ? row.key : null;
  const permissions = [...permissionsOfRole(row, row.purpose)];
  const name = toRoleName(row, t);
  const can = roleAbilitiesOf(actor, { key, permissions });
  return { id, key, name, own_name: row.name, permissions, users_count, updated_at, can };
}

/** What a log says of permissions that change: each by its name. */
const toRecorded = (permissions: readonly Permission[], allowed: { has(permission: Permission): boolean }) =>
  Object.fromEntries(permissions.map((permission) => [permission, allowed.has(permission)]));

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The roles of a school, and those of its people. */
export function rolesHandlers({ sessions }: Pick<PeopleParts, 'sessions'>) {
  async function list(db: Kysely<DB>, actor: Actor, t: Translate) {
    return (await listRoleRows(db, actor.school_id)).map((row) => ({ row, role: toRole(row, actor, t) }));
  }

  /** The roles of the caller's school for a change of one of them: nobody else changes one at the same time. */
  async function lock({ actor, write, t }: Pick<HandlerContext<Api['updateRole']>, 'actor' | 'write' | 't'>) {
    const trx = await write();
    await lockRoles(trx, actor.school_id);
    return { trx, roles: await list(trx, actor, t) };
  }

  async function showRoles(db: Kysely<DB>, person: Pick<PersonRow, 'id' | 'role'>, actor: Actor, t: Translate) {
    const given = await listGiven(db, actor.school_id, person.id);
    const roles = (await list(db, actor, t)).map(({ role }) => ({
      ...role,
      is_held: role.key === person.role || given.has(role.id),
    }));
    return { data: { id: person.id, roles } satisfies UserRoles };
  }

  return {
    async listRoles({ params, actor, db, t, fail }: HandlerContext<Api['listRoles']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: (await list(db, actor, t)).map(({ role }) => role) };
    },

    async createRole(context: HandlerContext<Api['createRole']>) {
      const { params, body, actor, now, t, record, fail } = context;
      if (params.id !== actor.school_id) return fail('not_found');
      if (body.permissions.some((permission) => !actor.permissions.has(permission))) return fail('forbidden');
      const { trx, roles } = await lock(context);
      if (roles.length >= ROLES_MAXIMUM) return fail('too_many_roles');
      if (roles.some(({ role }) => isSameName(role.name, body.name))) return fail('role_name_taken');
      const { id, key } = await insertRole(trx, actor.school_id, body.name, now);
      const wanted = new Map(body.permissions.map((permission) => [permission, true] as const));
      await saveRolePermissions(trx, actor.school_id, { key, overrides: [] }, wanted);
      const after = { name: body.name, ...toRecorded(body.permissions, new Set(body.permissions)) };
      record({ entity: 'roles', id, after });
      const made = (await list(trx, actor, t)).find(({ role }) => role.id === id);
      return made ? { data: made.role } : fail('not_found');
    },

    async updateRole(context: HandlerContext<Api['updateRole']>) {
      const { params, body, actor, now, t, emit, record, fail } = context;
      if (params.id !== actor.school_id) return fail('not_found');
      const { trx, roles } = await lock(context);
      const found = roles.find(({ role }) => role.id === params.roleId);
      if (!found) return fail('not_found');
      const { row, role } = found;
      if (!isAllowed(role.can, 'update')) return fail('forbidden');
      if (role.updated_at !== body.updated_at) return fail('conflict');
      if (body.name === null && role.key === null)
        refuseIssues([
          {
            path: 'body.name',
            rule: 'required',
            params: {},
            message: t('kernel:rules.required', { field: t('users:role.name') }),
          },
        ]);
      const before = new Set(role.permissions);
      const wanted = new Set(body.permissions);
      const changed = PERMISSIONS.filter((permission) => before.has(permission) !== wanted.has(permission));
      if (changed.some((permission) => !actor.permissions.has(permission))) return fail('forbidden');
      if (role.key === 'ADMIN' && !wanted.has('manage-users')) return fail('last_administrator');
      const name = body.name ?? toRoleName({ ...row, name: null }, t);
      if (roles.some((other) => other.role.id !== role.id && isSameName(other.role.name, name)))
        return fail('role_name_taken');
      await renameRole(trx, actor.school_id, role.id, body.name, now);
      const defaults = defaultsOf(row.key);
      const overrides = changed.map((permission) => {
        const is_allowed = wanted.has(permission);
        return [permission, defaults.includes(permission) === is_allowed ? null : is_allowed] as const;
      });
      await saveRolePermissions(trx, actor.school_id, row, new Map(overrides));
      record({
        entity: 'roles',
        id: role.id,
        before: { name: role.name, ...toRecorded(changed, before) },
        after: { name, ...toRecorded(changed, wanted) },
      });
      if (changed.length > 0)
        await emit(usersEvents.rightsChanged, { users: await listHolders(trx, actor.school_id, row) }, {});
      const saved = (await list(trx, actor, t)).find((other) => other.role.id === role.id);
      return saved ? { data: saved.role } : fail('not_found');
    },

    async removeRole(context: HandlerContext<Api['removeRole']>): Promise<undefined> {
      const { params, actor, record, fail } = context;
      if (params.id !== actor.school_id) return fail('not_found');
      const { trx, roles } = await lock(context);
      const role = roles.find((one) => one.role.id === params.roleId)?.role;
      if (!role) return fail('not_found');
      if (!isAllowed(role.can, 'remove')) return fail('forbidden');
      if (role.users_count > 0) return fail('role_in_use');
      await deleteRole(trx, actor.school_id, role.id);
      const before = { name: role.name, ...toRecorded(role.permissions, new Set(role.permissions)) };
      record({ entity: 'roles', id: role.id, before });
    },

    async getRoles(context: HandlerContext<Api['getRoles']>) {
      const { params, actor, db, t, fail } = context;
      const person = await findManaged(db, actor.school_id, params.id, todayOf(context));
      return person ? showRoles(db, person, actor, t) : fail('not_found');
    },

    async setRoles(context: HandlerContext<Api['setRoles']>) {
      const { body, actor, t, emit, record, afterCommit, fail } = context;
      const person = await loadPerson('permissions', context);
      const { trx } = await lock(context);
      const { roles } = (await showRoles(trx, person, actor, t)).data;
      const wanted = new Set(body.role_ids);
      if (body.role_ids.some((id) => !roles.some((role) => role.id === id))) return fail('not_found');
      const stays = (role: SchoolRole) => isRole(role.key) && role.key !== 'ADMIN';
      const changed = roles.filter((role) => wanted.has(role.id) !== role.is_held && !(role.is_held && stays(role)));
      if (changed.some((role) => !isAllowed(role.can, 'assign'))) return fail('forbidden');
      let kind = person.role;
      if (changed.some((role) => role.key === 'ADMIN')) {
        await keepAdministrator(person, context);
        kind = person.role !== 'ADMIN' ? 'ADMIN' : isRole(person.type) ? person.type : 'EMPLOYEE';
        await updatePerson(trx, actor.school_id, person.id, { role: kind });
      }
      const given = roles.filter((role) => wanted.has(role.id) && !isRole(role.key));
      await saveGiven(
        trx,
        actor.school_id,
        person.id,
        given.map(({ id }) => id),
      );
      const shown = await showRoles(trx, { id: person.id, role: kind }, actor, t);
      const sayHeld = (all: UserRoles['roles']) => all.flatMap((role) => (role.is_held ? role.name : [])).join(', ');
      record({
        entity: 'users',
        id: person.id,
        before: { roles: sayHeld(roles) },
        after: { roles: sayHeld(shown.data.roles) },
      });
      await emit(usersEvents.rightsChanged, { users: [person.id] }, {});
      afterCommit(() => sessions.changed(person.id));
      return shown;
    },
  };
}
