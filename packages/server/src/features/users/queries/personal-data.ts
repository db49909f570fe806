import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { toRoleName } from '../shown.ts';

/** The account itself, with whom it is joined, and its own rights. */
export const accountData: PersonalData = {
  users: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('users')
      .select(['username', 'email', 'firstname', 'lastname', 'title', 'sex', 'phone', 'type as kind', 'role', 'state'])
      .select(['locale as language', 'is_locked', 'is_trackable', 'is_tfa_enabled', 'tfa_mode', 'properties', 'meta'])
      .select(['created_at', 'read_only_from', 'expire_at as expires_at', 'deleted_at'])
      .where('school_id', '=', school_id)
      .where('id', '=', user_id)
      .execute();
    return rows.map(({ properties, meta, ...row }) => ({
      ...row,
      properties: Object.entries({ ...properties, ...(meta as object) }).map(
        ([key, value]) => `${key}: ${JSON.stringify(value)}`,
      ),
    }));
  },
  former_keys: (db, { school_id, user_id }) =>
    db
      .selectFrom('former_keys')
      .select(['source', 'key as number'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('source')
      .orderBy('key')
      .execute(),
  user_permissions: (db, { school_id, user_id }) =>
    db
      .selectFrom('user_permissions')
      .select(['permission', 'is_allowed'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('permission')
      .execute(),
  user_roles: async (db, { school_id, user_id }, t) => {
    const rows = await db
      .selectFrom('user_roles as given')
      .innerJoin('roles as role', (join) =>
        join.onRef('role.school_id', '=', 'given.school_id').onRef('role.id', '=', 'given.role_id'),
      )
      .select(['role.key', 'role.name'])
      .where('given.school_id', '=', school_id)
      .where('given.user_id', '=', user_id)
      .orderBy('role.id')
      .execute();
    return rows.map((row) => ({ name: toRoleName(row, t) }));
  },
  people_views: (db, { school_id, user_id }) =>
    db
      .selectFrom('people_views')
      .select(['name', 'search', 'role', 'status as state'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute(),
  // Parents have their children here by what they see of them; of its parents a child has that there are some.
  user_parents: async (db, { school_id, user_id }) => {
    const childs = await db
      .selectFrom('user_parents as link')
      .innerJoin('users as child', (join) =>
        join.onRef('child.school_id', '=', 'link.school_id').onRef('child.id', '=', 'link.user_id'),
      )
      .select(['child.firstname', 'child.lastname', 'link.relation', 'link.created_at'])
      .where('link.school_id', '=', school_id)
      .where('link.parent_id', '=', user_id)
      .where('child.deleted_at', 'is', null)
      .orderBy('link.id')
      .execute();
    const parents = await db
      .selectFrom('user_parents')
      .select(['relation', 'created_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    return [...childs, ...parents];
  },
  checked_childs: (db, { school_id, user_id }) =>
    db
      .selectFrom('checked_childs')
      .select('expires_at')
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('parent_id', '=', user_id), eb('user_id', '=', user_id)]))
      .execute(),
};
