import { isDeepStrictEqual } from 'node:util';
import type { PeopleChangeKind, SkipReason } from '@kreide/core/features/users';
import type { AuditAction } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { listMemberships, type Membership, restoreMemberships, setGrades } from '../../structure/index.ts';
import type { PeopleParts } from '../people.ts';
import { listHolders, listTaken, setRemoved, setRole } from '../queries/changes.ts';
import { setLocked } from '../queries/locking.ts';
import type { PersonRow } from '../queries/people.ts';
import { type ChangeTo, isSame } from './judging.ts';

export interface Applying {
  readonly trx: Kysely<DB>;
  readonly school_id: number;
  readonly now: Date;
  /** In the zone of the school. */
  readonly today: string;
  /** What the role of the change is called. */
  readonly roleName: string;
  /** Whoever has ordered it is an administrator now: only they change one. */
  readonly isByAdministrator: boolean;
  readonly sessions: Pick<PeopleParts['sessions'], 'endAllOf'>;
}

type Values = Readonly<Record<string, unknown>> | null;

/** What was made of one person, to see whether it is still so, and when they were in which class before. */
export interface Kept {
  readonly deleted_at?: string;
  readonly before?: readonly Membership[];
  readonly after?: readonly Membership[];
}

/** What has become of one person. `values`: what the audit log says; `kept`: what they need to be as before. */
export interface Applied {
  readonly user_id: number;
  readonly reason: SkipReason | null;
  readonly values?: { readonly before: Values; readonly after: Values };
  readonly kept?: Kept | null;
}

/** Under which names the log has them, as when they are done one by one. */
const ACTIONS: Readonly<Record<PeopleChangeKind, AuditAction>> = {
  lock: 'users:audit.lock',
  unlock: 'users:audit.lock',
  logout: 'users:audit.forceLogout',
  grade: 'users:audit.grade',
  add_role: 'users:audit.setRoles',
  take_role: 'users:audit.setRoles',
  remove: 'users:audit.remove',
};
export const actionOf = (kind: PeopleChangeKind, isUndo: boolean): AuditAction =>
  kind === 'remove' && isUndo ? 'users:audit.recover' : ACTIONS[kind];

const holdersOf = async ({ trx, school_id }: Applying, { role_id }: ChangeTo, ids: readonly number[]) =>
  role_id === null ? new Set<number>() : await listHolders(trx, school_id, role_id, ids);

const valuesOf = (
  change: ChangeTo,
  row: PersonRow,
  { roleName, today, now }: Applying,
): { before: Values; after: Values } => {
  switch (change.kind) {
    case 'lock':
    case 'unlock':
      return { before: { is_locked: row.is_locked }, after: { is_locked: change.kind === 'lock' } };
    case 'grade':
      return { before: { grade_id: row.grade_id }, after: { grade_id: change.grade_id, begins_at: today } };
    case 'add_role':
      return { before: { roles: null }, after: { roles: roleName } };
    case 'take_role':
      return { before: { roles: roleName }, after: { roles: null } };
    case 'remove':
      return { before: { deleted_at: null }, after: { deleted_at: now.toISOString() } };
    case 'logout':
      return { before: null, after: null };
  }
};

/** Changes some people, each of them as they are now: since it was decided they may have become others. */
export async function applyTo(change: ChangeTo, rows: readonly PersonRow[], applying: Applying): Promise<Applied[]> {
  const { trx, school_id, now, today } = applying;
  const { kind, grade_id, role_id } = change;
  const holders = await holdersOf(
    applying,
    change,
    rows.map(({ id }) => id),
  );
  const reasonOf = (row: PersonRow): SkipReason | null => {
    if (row.role === 'ADMIN' && (kind === 'lock' || kind === 'remove')) return 'administrator';
    if (row.role === 'ADMIN' && !applying.isByAdministrator) return 'forbidden';
    if (isSame(change, row, holders.has(row.id))) return 'same';
    return row.deleted_at === null ? null : 'changed';
  };
  const reasons = new Map(rows.map((row) => [row.id, reasonOf(row)]));
  const ids = rows.flatMap(({ id }) => (reasons.get(id) === null ? [id] : []));
  const before = await placesOf(change, ids, applying);
  if (ids.length > 0) {
    if (kind === 'lock' || kind === 'unlock') await setLocked(trx, school_id, ids, kind === 'lock');
    if (kind === 'logout') await applying.sessions.endAllOf(trx, school_id, ids);
    if (kind === 'remove') await setRemoved(trx, school_id, ids, now);
    if (kind === 'grade')
      await setGrades(
        trx,
        school_id,
        ids.map((user_id) => ({ user_id, grade_id })),
        today,
      );
    if (role_id !== null) await setRole(trx, { school_id, role_id }, ids, kind === 'add_role');
  }
  const after = await placesOf(change, ids, applying);
  const keptOf = (id: number): Kept | null => {
    if (kind === 'remove') return { deleted_at: now.toISOString() };
    return kind === 'grade' ? { before: before.get(id) ?? [], after: after.get(id) ?? [] } : null;
  };
  return rows.map((row) => {
    const reason = reasons.get(row.id) ?? null;
    if (reason !== null) return { user_id: row.id, reason };
    return { user_id: row.id, reason, values: valuesOf(change, row, applying), kept: keptOf(row.id) };
  });
}

/** In which classes people are at any time, where a change is about that. */
async function placesOf({ kind }: ChangeTo, ids: readonly number[], { trx, school_id }: Applying) {
  const memberships = kind === 'grade' ? await listMemberships(trx, school_id, ids) : [];
  return Map.groupBy(memberships, ({ user_id }) => user_id);
}

/** Takes a change of some people back, who are still as it has made them; `kept` has what they were before. */
export async function undoOf(
  change: ChangeTo,
  rows: readonly PersonRow[],
  kept: ReadonlyMap<number, Kept | null>,
  applying: Applying,
): Promise<Applied[]> {
  const { trx, school_id } = applying;
  const { kind, role_id } = change;
  const all = rows.map(({ id }) => id);
  const holders = await holdersOf(applying, change, all);
  const taken = kind === 'remove' ? await listTaken(trx, school_id, all) : new Set<number>();
  const places = await placesOf(change, all, applying);
  const isAsMade = (row: PersonRow): boolean => {
    const { deleted_at, after } = kept.get(row.id) ?? {};
    if (kind === 'grade') return isDeepStrictEqual(places.get(row.id) ?? [], after);
    if (kind === 'remove') return Date.parse(row.deleted_at ?? '') === Date.parse(deleted_at ?? '');
    return isSame(change, row, holders.has(row.id));
  };
  const reasonOf = (row: PersonRow): SkipReason | null => {
    if (row.role === 'ADMIN' && kind === 'unlock') return 'administrator';
    if (row.role === 'ADMIN' && !applying.isByAdministrator) return 'forbidden';
    if (!isAsMade(row)) return 'changed';
    if (kind !== 'remove' && row.deleted_at !== null) return 'changed';
    return taken.has(row.id) ? 'taken' : null;
  };
  const reasons = new Map(rows.map((row) => [row.id, reasonOf(row)]));
  const ids = rows.flatMap(({ id }) => (reasons.get(id) === null ? [id] : []));
  if (ids.length > 0) {
    if (kind === 'lock' || kind === 'unlock') await setLocked(trx, school_id, ids, kind === 'unlock');
    if (kind === 'remove') await setRemoved(trx, school_id, ids, null);
    if (kind === 'grade') {
      const memberships = ids.flatMap((id) => kept.get(id)?.before ?? []);
      await restoreMemberships(trx, school_id, ids, memberships);
    }
    if (role_id !== null) await setRole(trx, { school_id, role_id }, ids, kind === 'take_role');
  }
  return rows.map((row) => {
    const reason = reasons.get(row.id) ?? null;
    if (reason !== null) return { user_id: row.id, reason };
    const { before, after } = valuesOf(change, row, applying);
    const former =
      kind === 'grade' ? { before: { grade_id: change.grade_id }, after: null } : { before: after, after: before };
    const isLock = kind === 'lock' || kind === 'unlock';
    return {
      user_id: row.id,
      reason,
      values: isLock ? { before: { is_locked: row.is_locked }, after: { is_locked: !row.is_locked } } : former,
    };
  });
}
