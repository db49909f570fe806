import {
  type ManagedUser,
  USERS_PAGE,
  type UserPermissions,
  userAbilitiesOf,
  type usersApi,
  usersEvents,
} from '@kreide/core/features/users';
import { isAllowed, type Product, reasonsOf, type Translate, toCan, type UserType } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { TrackingSettings } from '../../kernel/config/tracking-config.ts';
import type { AuditChange } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson, FeatureParts } from '../../kernel/feature.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { hasGrade, isStaffOfGrade } from '../structure/index.ts';
import { type AskingManager, keepAdministrator, loadPerson, todayOf } from './managed-person.ts';
import {
  countPeople,
  findManaged,
  isTaken,
  listPeople,
  type PersonRow,
  type PersonValues,
  updatePerson,
} from './queries/people.ts';
import { findOverrides, saveOverride } from './queries/permissions.ts';
import { hasRole } from './queries/roles.ts';
import { findPerson } from './queries.ts';
import { toListed, toManagedUser, toRecorded, toRoleName } from './shown.ts';

type Api = typeof usersApi;
interface Person {
  readonly school_id: number;
  readonly user_id: number;
}

/** Called in the transaction in which a parent is none of a child any more. */
export type Unlinked = (
  db: Kysely<DB>,
  schoolId: number,
  links: readonly { parent_id: number; user_id: number }[],
  now: Date,
) => Promise<void>;

export interface PeopleParts extends Pick<FeatureParts, 'offers' | 'brandOf'> {
  /** Other products of the operator, for the app switcher. */
  products: readonly Product[];
  /** Where it is counted what people use; null: nowhere. */
  tracking: TrackingSettings | null;
  /** Called after somebody's plan changed. */
  planChanged: (schoolId: number) => void;
  unlinked: Unlinked;
  /** The sessions of people, which a feature above keeps. */
  sessions: {
    endAll(db: Kysely<DB>, person: Person): Promise<number>;
    endAllOf(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number>;
    summarise(db: Kysely<DB>, person: Person, now: Date): Promise<ManagedUser['sessions']>;
    changed(userId: number): void;
  };
  /** Turns the second step of an account off, with all that it was proven by. */
  resetSecondFactor(db: Kysely<DB>, person: Person, now: Date): Promise<void>;
  /** Does a teacher have lessons with a grade? */
  teachesGrade(db: Kysely<DB>, schoolId: number, pair: { teacher_id: number; grade_id: number }): Promise<boolean>;
  /** Is there a cloud into which somebody may bring files now? */
  uploadsAnywhere(db: Kysely<DB>, actor: Actor, now: Date): Promise<boolean>;
  /** Does the school want something accepted that the caller has not accepted yet? */
  hasDuePolicy(db: Kysely<DB>, person: Person, type: UserType): Promise<boolean>;
  /** The other schools in which an account that is joined with the caller's manages people. */
  listManagedSchools(db: Kysely<DB>, actor: Actor, now: Date): Promise<{ id: number; slink: string; name: string }[]>;
  /** Moves the ways to sign in to the new account, and tells the person. */
  moveSignIns(db: Kysely<DB>, move: { from: Person; to: Person }, now: Date): Promise<void>;
  /** Erases somebody in every feature. */
  erase(db: Kysely<DB>, person: ErasedPerson, now: Date): Promise<void>;
}

interface Changing extends AskingManager, Pick<HandlerContext, 'write' | 'afterCommit'> {
  record(change: AuditChange): void;
}

/** The people of a school and what becomes of their accounts. */
export function peopleHandlers({ planChanged, sessions, resetSecondFactor, teachesGrade, erase }: PeopleParts) {
  async function show(db: Kysely<DB>, row: PersonRow, { actor, now }: Pick<AskingManager, 'actor' | 'now'>) {
    const person = { school_id: actor.school_id, user_id: row.id };
    return { data: toManagedUser(row, actor, await sessions.summarise(db, person, now)) };
  }

  /** Writes, records and shows the change of an account; every process looks its rights up anew. */
  async function change(row: PersonRow, values: PersonValues, context: Changing): Promise<PersonRow> {
    const { actor, write, record, afterCommit, fail } = context;
    const trx = await write();
    await updatePerson(trx, actor.school_id, row.id, values);
    const changed = await findManaged(trx, actor.school_id, row.id, todayOf(context));
    if (!changed) return fail('not_found');
    record({ entity: 'users', id: row.id, before: toRecorded(row), after: toRecorded(changed) });
    afterCommit(() => sessions.changed(row.id));
    return changed;
  }

  async function showPermissions(
    db: Kysely<DB>,
    id: number,
    actor: Actor,
    t: Translate,
  ): Promise<{ data: UserPermissions } | null> {
    const found = await findOverrides(db, actor.school_id, id);
    if (!found) return null;
    const mayAtAll = isAllowed(
      userAbilitiesOf(actor, { id, role: found.role, state: 'ACTIVE', deleted_at: found.deleted_at }),
      'permissions',
    );
    const permissions = reasonsOf(found, found).map((reason) => ({
      ...reason,
      by_roles: reason.by_roles.map((role) => ({ id: role.id, name: toRoleName(role, t) })),
      can: toCan({ set: mayAtAll && actor.permissions.has(reason.permission) }),
    }));
    return { data: { id, role: found.role as UserPermissions['role'], permissions } };
  }

  return {
    async list(context: HandlerContext<Api['list']>) {
      const { query, actor, db, fail } = context;
      const { page = 1, limit, order, ...filters } = query;
      const { grade_id } = filters;
      if (grade_id === undefined && !actor.permissions.has('manage-users')) return fail('forbidden');
      if (filters.role_id !== undefined && !(await hasRole(db, actor.school_id, filters.role_id)))
        return fail('not_found');
      if (grade_id !== undefined && !(await hasGrade(db, actor.school_id, grade_id))) return fail('not_found');
      if (grade_id !== undefined && !actor.permissions.has('manage-users')) {
        const teacher = actor.type === 'TEACHER' ? await findPerson(db, actor.school_id, actor.user_id) : null;
        const pair = { teacher_id: teacher?.teacher_id ?? 0, grade_id };
        const isStaff =
          pair.teacher_id > 0 &&
          ((await isStaffOfGrade(db, actor.school_id, pair)) || (await teachesGrade(db, actor.school_id, pair)));
        // The rest of what can be filtered by would tell them more than they see.
        if (
          !isStaff ||
          order !== undefined ||
          Object.keys(filters).some((name) => name !== 'grade_id' && name !== 'search')
        )
          return fail('forbidden');
      }
      const size = limit ?? USERS_PAGE;
      const rows = await listPeople(db, actor.school_id, filters, {
        order: order ?? 'name',
        offset: (page - 1) * size,
        limit: limit ?? USERS_PAGE + 1,
        today: todayOf(context),
      });
      return { data: rows.map((row) => toListed(row, actor)) };
    },

    async count(context: HandlerContext<Api['count']>) {
      const { query, actor, db, fail } = context;
      const { role_id, grade_id } = query;
      if (role_id !== undefined && !(await hasRole(db, actor.school_id, role_id))) return fail('not_found');
      if (grade_id !== undefined && !(await hasGrade(db, actor.school_id, grade_id))) return fail('not_found');
      return { data: { count: await countPeople(db, actor.school_id, query, todayOf(context)) } };
    },

    async get(context: HandlerContext<Api['get']>) {
      const { params, actor, db, fail } = context;
      const row = await findManaged(db, actor.school_id, params.id, todayOf(context));
      return row ? show(db, row, context) : fail('not_found');
    },

    async lock(context: HandlerContext<Api['lock']>) {
      const { body, write } = context;
      const row = await loadPerson('lock', context);
      if (body.is_locked) await keepAdministrator(row, context);
      const changed = await change(row, { is_locked: body.is_locked }, context);
      return show(await write(), changed, context);
    },

    async expire(context: HandlerContext<Api['expire']>) {
      const { body, write } = context;
      const row = await loadPerson('expire', context);
      await keepAdministrator(row, context);
      const changed = await change(row, { expire_at: body.expire_at }, context);
      return show(await write(), changed, context);
    },

    async undoExpire(context: HandlerContext<Api['undoExpire']>) {
      const row = await loadPerson('expire', context);
      const changed = await change(row, { expire_at: null, read_only_from: null }, context);
      return show(await context.write(), changed, context);
    },

    async resetSecondFactor(context: HandlerContext<Api['resetSecondFactor']>) {
      const { actor, now, write, record, afterCommit } = context;
      const row = await loadPerson('second_step', context);
      const person = { school_id: actor.school_id, user_id: row.id };
      const trx = await write();
      await resetSecondFactor(trx, person, now);
      const ended = await sessions.endAll(trx, person);
      const before = { is_tfa_enabled: row.is_tfa_enabled, sessions: ended };
      record({ entity: 'users', id: row.id, before, after: { is_tfa_enabled: false, sessions: 0 } });
      afterCommit(() => sessions.changed(row.id));
      return show(trx, { ...row, is_tfa_enabled: false }, context);
    },

    async forceLogoutAll(context: HandlerContext<Api['forceLogoutAll']>) {
      const { actor, write, record, afterCommit } = context;
      const row = await loadPerson('logout', context);
      const count = await sessions.endAll(await write(), { school_id: actor.school_id, user_id: row.id });
      record({ entity: 'users', id: row.id, after: { sessions: count } });
      afterCommit(() => sessions.changed(row.id));
      return { data: { sessions: count } };
    },

    async remove(context: HandlerContext<Api['remove']>): Promise<undefined> {
      const row = await loadPerson('delete', context);
      await keepAdministrator(row, context);
      const removed_at = context.now.toISOString();
      await change(row, { deleted_at: removed_at, removed_at }, context);
      context.afterCommit(() => planChanged(context.actor.school_id));
    },

    async recover(context: HandlerContext<Api['recover']>) {
      const { actor, write, afterCommit, fail } = context;
      const row = await loadPerson('recover', context);
      if (await isTaken(await write(), actor.school_id, row)) return fail('account_taken');
      const changed = await change(row, { deleted_at: null, removed_at: null }, context);
      afterCommit(() => planChanged(actor.school_id));
      return show(await write(), changed, context);
    },

    async hardDelete(context: HandlerContext<Api['hardDelete']>): Promise<undefined> {
      const { actor, now, write, record, afterCommit } = context;
      const row = await loadPerson('hard_delete', context);
      await keepAdministrator(row, context);
      await erase(await write(), { school_id: actor.school_id, user_id: row.id }, now);
      // The log itself keeps no more of the person than the number.
      record({ entity: 'users', id: row.id, before: { type: row.type } });
      afterCommit(() => sessions.changed(row.id));
      afterCommit(() => planChanged(actor.school_id));
    },

    async getPermissions({ params, actor, db, t, fail }: HandlerContext<Api['getPermissions']>) {
      return (await showPermissions(db, params.id, actor, t)) ?? fail('not_found');
    },

    async setPermission(context: HandlerContext<Api['setPermission']>) {
      const { body, actor, t, write, emit, record, afterCommit, fail } = context;
      const row = await loadPerson('permissions', context);
      // Nobody grants what they do not hold, nor takes it.
      if (!actor.permissions.has(body.permission)) return fail('forbidden');
      if (body.permission === 'manage-users' && body.is_allowed === false) await keepAdministrator(row, context);
      const trx = await write();
      const before = await findOverrides(trx, actor.school_id, row.id);
      const former = before?.permission_overrides.find(({ permission }) => permission === body.permission);
      await saveOverride(trx, actor.school_id, row.id, body);
      record({
        entity: 'users',
        id: row.id,
        before: { [body.permission]: former?.is_allowed ?? null },
        after: { [body.permission]: body.is_allowed },
      });
      await emit(usersEvents.rightsChanged, { users: [row.id] }, {});
      afterCommit(() => sessions.changed(row.id));
      return (await showPermissions(trx, row.id, actor, t)) ?? fail('not_found');
    },

    async setup(context: HandlerContext<Api['setup']>) {
      const { params, body, actor, db, write, fail } = context;
      const id = params.id === 'self' ? actor.user_id : params.id;
      const own = id === actor.user_id ? await findManaged(db, actor.school_id, id, todayOf(context)) : undefined;
      if (own && own.state !== 'PENDING') return fail('already_set_up');
      const row = own ?? (await loadPerson('setup', { ...context, params: { id } }));
      const wanted = { ...body, state: 'ACTIVE' as const };
      if (await isTaken(await write(), actor.school_id, { ...row, email: body.email ?? row.email }))
        return fail('account_taken');
      await change(row, wanted, { ...context, params: { id } });
      return { data: { id: row.id, state: 'ACTIVE' as const } };
    },
  };
}
