import { createHash } from 'node:crypto';
import {
  type ApartReason,
  type ComparedPerson,
  type Comparison,
  type DoublePerson,
  MERGE_FIELDS,
  MERGE_KINDS,
  type MergeField,
  type StayingReason,
} from '@kreide/core/features/doubles';
import { userAbilitiesOf } from '@kreide/core/features/users';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { countMerged, type Merge } from '../../kernel/data/merge.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listWays } from '../auth/index.ts';
import { listSubjects } from '../auth-drivers/index.ts';
import { gradesOf, listInUse } from '../structure/index.ts';
import { isImporting, listBirthDates } from '../user-import/index.ts';
import { isChangingMany, listMergeable, listRelatives, type MergeableRow } from '../users/index.ts';
import { findApart, listKeys } from './queries.ts';

export interface Asking {
  readonly db: Kysely<DB>;
  readonly actor: Actor;
  readonly now: Date;
}

export const nameOf = ({ firstname, lastname }: Pick<MergeableRow, 'firstname' | 'lastname'>) =>
  `${firstname} ${lastname}`;

/** People as the lists of doubles show them, by id. */
export async function readPeople({ db, actor, now }: Asking, ids: readonly number[]) {
  const { school_id, time_zone } = actor;
  const rows = await listMergeable(db, school_id, ids, toLocal(now, time_zone).date);
  const grades = new Map((await listInUse(gradesOf(db, school_id))).map(({ id, shortcut }) => [id, shortcut]));
  const born = await listBirthDates(db, school_id, ids);
  const ways = await listWays(db, school_id, ids);
  const toShown = (row: MergeableRow): DoublePerson => ({
    id: row.id,
    displayname: nameOf(row),
    username: row.username,
    role: row.role,
    birth_date: born.get(row.id) ?? null,
    class: row.grade_id === null ? null : (grades.get(row.grade_id) ?? null),
    email: row.email,
    created_at: row.created_at,
    last_used_at: ways.get(row.id)?.last_used_at ?? null,
  });
  return new Map(rows.map((row) => [row.id, { row, ways: ways.get(row.id), shown: toShown(row) }]));
}
type Read = NonNullable<ReturnType<Awaited<ReturnType<typeof readPeople>>['get']>>;

/** Why the two cannot become one; null: they can. */
export async function apartOf(
  { db, actor }: Asking,
  one: MergeableRow,
  other: MergeableRow,
): Promise<ApartReason | null> {
  if (one.deleted_at !== null || other.deleted_at !== null) return 'archived';
  if (one.type !== other.type || one.role !== other.role) return 'other_kind';
  if (one.role === 'ADMIN' && actor.role !== 'ADMIN') return 'forbidden';
  const isRunning = (await isImporting(db, actor.school_id)) || (await isChangingMany(db, actor.school_id));
  return isRunning ? 'changes_running' : null;
}

const canSignIn = ({ is_locked, expire_at, state }: MergeableRow) =>
  !is_locked && expire_at === null && state === 'ACTIVE';

/**
 * Why this one cannot be the one who goes; null: they can. Nobody but administrators takes another account into their own: with it they would
 * read what that person wrote (P-7.61).
 */
export function stayingOf(actor: Actor, row: MergeableRow, other: MergeableRow): StayingReason | null {
  if (row.id === actor.user_id) return 'yourself';
  if (other.id === actor.user_id && actor.role !== 'ADMIN') return 'forbidden';
  if (!isAllowed(userAbilitiesOf(actor, row), 'hard_delete')) return 'forbidden';
  return row.role === 'ADMIN' && canSignIn(row) && !canSignIn(other) ? 'last_administrator' : null;
}

function valuesOf({ row, shown }: Read, subject: string | null): Readonly<Record<MergeField, string | null>> {
  return {
    name: nameOf(row),
    title: row.title,
    sex: row.sex,
    email: row.email,
    phone: row.phone,
    sign_in: row.username,
    language: row.locale,
    grade: shown.class,
    teacher: row.shortcut,
    service: subject,
  };
}

/** Two accounts side by side; null: one of them is not there. */
export async function compareTwo(
  asking: Asking,
  /** Null: nothing is counted. */
  merge: Merge | null,
  ids: readonly [number, number],
): Promise<Comparison | null> {
  const { db, actor } = asking;
  const { school_id } = actor;
  const people = await readPeople(asking, ids);
  const [one, other] = ids.map((id) => people.get(id));
  if (!one || !other || one === other) return null;
  const pair = [one, other] as const;
  const [relatives, keys, subjects] = [
    await listRelatives(db, school_id, ids),
    await listKeys(db, school_id, ids),
    await listSubjects(db, school_id, ids),
  ];
  const toCompared = ({ row, shown, ways }: Read, beside: Read): ComparedPerson => ({
    ...shown,
    family: [...(relatives.get(row.id) ?? [])],
    keys: (keys.get(row.id) ?? []).map(({ source, external_id: key }) => ({ source, key })),
    ways: [
      ...(row.password_hash === null ? [] : ['password' as const]),
      ...(row.is_tfa_enabled ? ['second_step' as const] : []),
      ...(ways?.passkeys ? ['passkeys' as const] : []),
      ...(ways?.programs ? ['programs' as const] : []),
      ...(subjects.has(row.id) ? ['service' as const] : []),
    ],
    is_locked: row.is_locked,
    stays: stayingOf(actor, row, beside.row),
  });
  const values = pair.map((read) => valuesOf(read, subjects.get(read.row.id) ?? null));
  const [mine, theirs] = values as [(typeof values)[number], (typeof values)[number]];
  const fields = MERGE_FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    field,
    values: [mine[field], theirs[field]] as [string | null, string | null],
  }));
  const counted = merge === null ? NOTHING : await countMerged(db, merge, school_id, ids);
  const counts = MERGE_KINDS.flatMap((kind) => {
    const [mine, theirs] = counted.get(kind) ?? [0, 0];
    return mine + theirs > 0 ? [{ kind, people: [mine, theirs] as [number, number] }] : [];
  });
  const set_apart = await readApart(asking, ids);
  const compared: Comparison['people'] = [toCompared(one, other), toCompared(other, one)];
  return {
    people: compared,
    apart: await apartOf(asking, one.row, other.row),
    set_apart,
    fields,
    counts,
    revision: revisionOf({ people: compared, set_apart }, mine, theirs),
  };
}

async function readApart({ db, actor, now }: Asking, ids: readonly [number, number]): Promise<Comparison['set_apart']> {
  const said = await findApart(db, actor.school_id, ids);
  if (!said) return null;
  const today = toLocal(now, actor.time_zone).date;
  const [by] = said.set_by === null ? [] : await listMergeable(db, actor.school_id, [said.set_by], today);
  return { at: said.set_at, by: by ? nameOf(by) : null };
}

const NOTHING: Awaited<ReturnType<typeof countMerged>> = new Map();

/** Names what was seen of two people, whichever of them comes first. */
function revisionOf(
  { people, set_apart }: Pick<Comparison, 'people' | 'set_apart'>,
  ...values: readonly Readonly<Record<MergeField, string | null>>[]
) {
  // When somebody was last there changes all the time, and nothing of what is decided.
  const seen = people.map(({ last_used_at: _, stays: __, ...person }, index) => ({ ...person, values: values[index] }));
  const sorted = seen.toSorted((one, other) => one.id - other.id);
  return createHash('sha256')
    .update(JSON.stringify([sorted, set_apart]))
    .digest('hex')
    .slice(0, 32);
}
