import {
  CHANGED_PEOPLE_MAXIMUM,
  type ChosenPeople,
  type PeopleChangeKind,
  type SkipReason,
  type UserAbility,
  userAbilitiesOf,
} from '@kreide/core/features/users';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { type Judged, listHolders } from '../queries/changes.ts';
import { listManaged, listPeople, type PersonRow } from '../queries/people.ts';

/** What the caller must be able to do with each of them. */
const ABILITIES: Readonly<Record<PeopleChangeKind | 'recover', UserAbility>> = {
  lock: 'lock',
  unlock: 'lock',
  logout: 'logout',
  grade: 'update',
  add_role: 'permissions',
  take_role: 'permissions',
  remove: 'delete',
  recover: 'recover',
};

/** Does the caller lack what a change, or its way back, needs of each of them? */
export function forbiddenTo(actor: Actor, kind: PeopleChangeKind | 'recover', rows: readonly PersonRow[]): number[] {
  return rows.flatMap((row) => (isAllowed(userAbilitiesOf(actor, row), ABILITIES[kind]) ? [] : [row.id]));
}

/** What a change makes of people. */
export interface ChangeTo {
  readonly kind: PeopleChangeKind;
  readonly grade_id: number | null;
  readonly role_id: number | null;
}

/** Is somebody already as the change would make them? */
export function isSame({ kind, grade_id }: ChangeTo, row: PersonRow, holds: boolean): boolean {
  switch (kind) {
    case 'lock':
      return row.is_locked;
    case 'unlock':
      return !row.is_locked;
    case 'grade':
      return row.grade_id === grade_id;
    case 'add_role':
      return holds;
    case 'take_role':
      return !holds;
    case 'remove':
      return row.deleted_at !== null;
    case 'logout':
      return false;
  }
}

/** The people of a draft, in the order of their numbers or of the list; null: more than one change can be about. */
export async function listDrafted(
  db: Kysely<DB>,
  schoolId: number,
  people: ChosenPeople,
  today: string,
): Promise<PersonRow[] | null> {
  if ('ids' in people) return listManaged(db, schoolId, people.ids, today);
  const part = { order: 'name', offset: 0, limit: CHANGED_PEOPLE_MAXIMUM + 1, today } as const;
  const rows = await listPeople(db, schoolId, people.filters, part);
  return rows.length > CHANGED_PEOPLE_MAXIMUM ? null : rows;
}

/** Whom the change concerns, and why the others are left out. */
export async function judge(
  db: Kysely<DB>,
  actor: Actor,
  change: ChangeTo,
  rows: readonly PersonRow[],
): Promise<Judged[]> {
  const { kind, role_id } = change;
  const ids = rows.map(({ id }) => id);
  const holders = role_id === null ? new Set<number>() : await listHolders(db, actor.school_id, role_id, ids);
  const forbidden = new Set(forbiddenTo(actor, kind, rows));
  const reasonOf = (row: PersonRow): SkipReason | null => {
    if (forbidden.has(row.id)) return 'forbidden';
    // One of them must stay, and nobody shuts out a whole office by a filter.
    if (row.role === 'ADMIN' && (kind === 'lock' || kind === 'remove')) return 'administrator';
    if (kind === 'grade' && change.grade_id !== null && row.type !== 'STUDENT') return 'pupils';
    return isSame(change, row, holders.has(row.id)) ? 'same' : null;
  };
  return rows.map((row) => ({ user_id: row.id, reason: reasonOf(row) }));
}
