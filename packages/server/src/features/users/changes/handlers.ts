import {
  PEOPLE_CHANGE_DAYS,
  type PeopleChange,
  type PeopleChangeDraft,
  type PeopleChangeKind,
  roleAbilitiesOf,
  SKIP_REASONS,
  type SkipReason,
  type usersApi,
} from '@kreide/core/features/users';
import { isAllowed, isBuiltInRole, permissionsOfRole, toCan } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { enqueue } from '../../../kernel/jobs/index.ts';
import { hasGrade } from '../../structure/index.ts';
import { todayOf } from '../managed-person.ts';
import {
  type ChangeRow,
  findChange,
  insertChange,
  type Judged,
  listChanges,
  listDone,
  listSkipped,
  lockChange,
  saveResults,
  setChangeState,
} from '../queries/changes.ts';
import { listManaged } from '../queries/people.ts';
import { listRoleRows } from '../queries/roles.ts';
import { toRoleName } from '../shown.ts';
import { type ChangeTo, forbiddenTo, judge, listDrafted } from './judging.ts';
import type { ChangeTask } from './task.ts';

type Api = typeof usersApi;
const DAY_MS = 24 * 60 * 60 * 1000;

const sinceOf = (now: Date) => new Date(now.getTime() - PEOPLE_CHANGE_DAYS * DAY_MS);
const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`;

/** Also what broke off has changed some. */
const isOver = (state: PeopleChange['state']) => state === 'done' || state === 'failed';

function toChange(row: ChangeRow, { t, now }: Pick<HandlerContext, 't' | 'now'>): PeopleChange {
  const { firstname, lastname, role_key: key } = row;
  const state = row.state as PeopleChange['state'];
  const isRecent = new Date(row.created_at) >= sinceOf(now);
  const role = key === null ? null : toRoleName({ key, name: row.role_name }, t);
  return {
    id: row.id,
    kind: row.kind as PeopleChangeKind,
    target: row.kind === 'grade' && row.grade_id === null ? '' : (row.grade ?? role),
    state,
    total: row.total ?? 0,
    done: (state === 'undoing' || state === 'undone' ? row.undone : row.done) ?? 0,
    skipped: row.skipped ?? 0,
    created_at: row.created_at,
    created_by: firstname === null || lastname === null ? null : nameOf({ firstname, lastname }),
    can: toCan({ undo: isOver(state) && isRecent && row.kind !== 'logout' && (row.done ?? 0) > 0 }),
  };
}

/** May the caller give this role, or take it? Those of a kind of account are not given to many. */
async function mayAssign(db: Kysely<DB>, actor: Actor, roleId: number): Promise<'yes' | 'no' | 'unknown'> {
  const row = (await listRoleRows(db, actor.school_id)).find(({ id }) => id === roleId);
  if (!row || isBuiltInRole(row.key)) return 'unknown';
  const can = roleAbilitiesOf(actor, { key: null, permissions: [...permissionsOfRole(row, row.purpose)] });
  return isAllowed(can, 'assign') ? 'yes' : 'no';
}

interface Asking extends Pick<HandlerContext, 'db' | 'now' | 't'> {
  actor: Actor;
  body: PeopleChangeDraft;
  fail(code: 'not_found' | 'forbidden' | 'too_many_people'): never;
}

/** What a draft makes of whom. */
async function readDraft(asking: Asking): Promise<{ change: ChangeTo; judged: Judged[] }> {
  const { actor, body, db, t, fail } = asking;
  const { kind, grade_id = null, role_id = null, people } = body;
  const refuse = (path: string) =>
    refuseIssues([{ path: `body.${path}`, rule: 'wanted', params: {}, message: t('users:rules.wanted') }]);
  const isRoleChange = kind === 'add_role' || kind === 'take_role';
  if (kind === 'grade' ? body.grade_id === undefined : body.grade_id !== undefined) refuse('grade_id');
  if (isRoleChange !== (role_id !== null)) refuse('role_id');
  if (grade_id !== null && !(await hasGrade(db, actor.school_id, grade_id))) return fail('not_found');
  if (role_id !== null) {
    const assigning = await mayAssign(db, actor, role_id);
    if (assigning !== 'yes') return fail(assigning === 'no' ? 'forbidden' : 'not_found');
  }
  const rows = (await listDrafted(db, actor.school_id, people, todayOf(asking))) ?? fail('too_many_people');
  if ('ids' in people && rows.length === 0) return fail('not_found');
  const change = { kind, grade_id, role_id };
  return { change, judged: await judge(db, actor, change, rows) };
}

/** Changes of many people at once. */
export function changesHandlers(task: ChangeTask) {
  return {
    async listPeopleChanges(context: HandlerContext<Api['listPeopleChanges']>) {
      const { actor, db, now } = context;
      return { data: (await listChanges(db, actor.school_id, sinceOf(now))).map((row) => toChange(row, context)) };
    },

    async tryPeopleChange(context: HandlerContext<Api['tryPeopleChange']>) {
      const { judged } = await readDraft(context);
      const count = (reason: SkipReason | null) => judged.filter((one) => one.reason === reason).length;
      const skipped = SKIP_REASONS.map((reason) => ({ reason, count: count(reason) })).filter((one) => one.count > 0);
      return { data: { concerned: count(null), skipped } };
    },

    async createPeopleChange(context: HandlerContext<Api['createPeopleChange']>) {
      const { actor, now, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const { change, judged } = await readDraft(context);
      const concerned = judged.filter(({ reason }) => reason === null).length;
      if (concerned === 0) return fail('nobody_concerned');
      const trx = await write();
      const values = { ...change, school_id, created_by: user_id, created_at: now.toISOString() };
      const id = await insertChange(trx, values, judged);
      await enqueue(trx, task, { school_id, id, by: user_id });
      const { kind, grade_id, role_id } = change;
      record({ entity: 'people_changes', id, after: { kind, grade_id, role_id, people: concerned } });
      const made = await findChange(trx, { school_id, id });
      return made ? { data: toChange(made, context) } : fail('not_found');
    },

    async getPeopleChange(context: HandlerContext<Api['getPeopleChange']>) {
      const { params, actor, db, fail } = context;
      const key = { school_id: actor.school_id, id: params.id };
      const row = (await findChange(db, key)) ?? fail('not_found');
      const people = (await listSkipped(db, key)).map(({ id, reason, ...named }) => ({
        id,
        displayname: nameOf(named),
        reason: reason as SkipReason,
      }));
      return { data: { ...toChange(row, context), people } };
    },

    async undoPeopleChange(context: HandlerContext<Api['undoPeopleChange']>) {
      const { params, actor, write, record, fail } = context;
      const key = { school_id: actor.school_id, id: params.id };
      const trx = await write();
      const found = (await lockChange(trx, key)) ?? fail('not_found');
      const shown = (await findChange(trx, key)) ?? fail('not_found');
      if (!isAllowed(toChange(shown, context).can, 'undo')) return fail('not_undoable');
      if (found.role_id !== null && (await mayAssign(trx, actor, found.role_id)) !== 'yes') return fail('forbidden');
      // Whoever takes it back must have been allowed to do the same.
      const kind = found.kind as PeopleChangeKind;
      const ids = await listDone(trx, key);
      const rows = await listManaged(trx, actor.school_id, ids, todayOf(context));
      // Of the others the job says that they have changed.
      const known = rows.filter(({ deleted_at }) => (deleted_at !== null) === (kind === 'remove'));
      await saveResults(
        trx,
        key,
        forbiddenTo(actor, OPPOSITES[kind], known).map((user_id) => ({ user_id, state: 'done', reason: 'forbidden' })),
      );
      await setChangeState(trx, key, 'undoing');
      await enqueue(trx, task, { ...key, by: actor.user_id });
      record({ entity: 'people_changes', id: params.id, before: { state: found.state }, after: { state: 'undoing' } });
      const made = await findChange(trx, key);
      return made ? { data: toChange(made, context) } : fail('not_found');
    },
  };
}

/** What one must be allowed to do to take a change back. */
const OPPOSITES: Readonly<Record<PeopleChangeKind, PeopleChangeKind | 'recover'>> = {
  lock: 'unlock',
  unlock: 'lock',
  logout: 'logout',
  grade: 'grade',
  add_role: 'take_role',
  take_role: 'add_role',
  remove: 'recover',
};
