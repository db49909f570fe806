import { type Kysely, sql } from 'kysely';
import { insertRows } from '../../../kernel/data/bulk.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PlanSubstitution } from '../snapshot.ts';
import type { StoredSubstitution } from '../stored.ts';

function substitutionsOf(db: Kysely<DB>, schoolId: number) {
  return db
    .selectFrom('substitutions')
    .select(['id', 'uuid', 'source', 'external_key', 'kind', 'is_hidden', 'comment', 'moved_comment'])
    .select(['date', 'hour', 'time_begins_at', 'time_ends_at'])
    .select(['from_subject_id', 'from_grade_ids', 'from_teacher_ids', 'from_bookable_ids'])
    .select(['course_id', 'subject_id', 'grade_ids', 'teacher_ids', 'bookable_ids'])
    .select(['target_date', 'target_hour', 'target_time_begins_at', 'target_time_ends_at'])
    .where('school_id', '=', schoolId)
    .orderBy('date')
    .orderBy('time_begins_at')
    .orderBy('id');
}

/** Substitutions by their ids, in force or not. */
export async function listSubstitutionsById(db: Kysely<DB>, schoolId: number, ids: readonly number[]) {
  const rows = await substitutionsOf(db, schoolId).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
  const links = await db
    .selectFrom('substituted_lessons')
    .select(['target_id', 'lesson_id', 'lesson_date'])
    .where('school_id', '=', schoolId)
    .where('target_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  return withReplaced(rows, links);
}

function withReplaced<Row extends { id: number }>(
  rows: readonly Row[],
  links: readonly { target_id: number; lesson_id: number; lesson_date: string }[],
) {
  const replaces = Map.groupBy(links, ({ target_id }) => target_id);
  return rows.map((row) => ({
    ...row,
    replaces: (replaces.get(row.id) ?? []).map(({ lesson_id, lesson_date }) => ({ lesson_id, lesson_date })),
  }));
}

/** The substitutions of a school year that are in force, ordered by time, with the occurrences that they replace. */
export async function listSubstitutions(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
): Promise<(StoredSubstitution & PlanSubstitution)[]> {
  const rows = await substitutionsOf(db, schoolId)
    .where('school_year_id', '=', yearId)
    .where('ended_at', 'is', null)
    .execute();
  const links = await db
    .selectFrom('substituted_lessons')
    .innerJoin('substitutions', (join) =>
      join
        .onRef('substitutions.school_id', '=', 'substituted_lessons.school_id')
        .onRef('substitutions.id', '=', 'substituted_lessons.target_id'),
    )
    .select(['substituted_lessons.target_id', 'substituted_lessons.lesson_id', 'substituted_lessons.lesson_date'])
    .where('substitutions.school_id', '=', schoolId)
    .where('substitutions.school_year_id', '=', yearId)
    .where('substitutions.ended_at', 'is', null)
    .orderBy('substituted_lessons.id')
    .execute();
  return withReplaced(rows, links);
}

/** Whose publication changes the plan, and when. */
export interface PlanUpload {
  school_id: number;
  school_year_id: number;
  id: number;
  now: Date;
}

/** The same of an upload, or of people here: then without an id. */
export interface PlanChanger extends Omit<PlanUpload, 'id'> {
  id: number | null;
}

/** Ends replaced rows instead of deleting them: undo restores them. */
export async function endSubstitutions(db: Kysely<DB>, upload: PlanChanger, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('substitutions')
    .set({ ended_at: upload.now.toISOString(), ended_upload_id: upload.id })
    .where('school_id', '=', upload.school_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
}

const SUBSTITUTION_COLUMNS = {
  id: 'bigint',
  source: 'text',
  external_key: 'text',
  kind: 'text',
  is_hidden: 'boolean',
  date: 'date',
  hour: 'text',
  time_begins_at: 'time',
  time_ends_at: 'time',
  from_subject_id: 'bigint',
  from_grade_ids: 'bigint[]',
  from_teacher_ids: 'bigint[]',
  from_bookable_ids: 'bigint[]',
  course_id: 'bigint',
  subject_id: 'bigint',
  grade_ids: 'bigint[]',
  teacher_ids: 'bigint[]',
  bookable_ids: 'bigint[]',
  comment: 'text',
  moved_comment: 'text',
  target_date: 'date',
  target_hour: 'text',
  target_time_begins_at: 'time',
  target_time_ends_at: 'time',
} as const;
const LINK_COLUMNS = { lesson_id: 'bigint', lesson_date: 'date', target_id: 'bigint' } as const;

/** The mark in the key of a move's other end. */
const ARRIVAL = ':arrival';

/**
 * What people here ended is in force again, with what waits behind them for the lessons of days that are named: what an upload or its
 * undo ended stays ended, and so does what people here have decided otherwise since. Returns the ids.
 */
export async function restoreSubstitutions(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly number[],
  occurrences: readonly { lesson_id: number; lesson_date: string }[] = [],
): Promise<number[]> {
  const waiting = await sql<{ id: number }>`
    select s.id from substitutions s
    where s.school_id = ${schoolId} and s.ended_at is not null and s.ended_upload_id is null
      and (s.id = any(${ids}::bigint[]) or s.source <> 'manual' and exists (
        select from substituted_lessons own
        join unnest(${occurrences.map((one) => one.lesson_id)}::bigint[], ${occurrences.map((one) => one.lesson_date)}::date[])
          as named(lesson_id, lesson_date) on named.lesson_id = own.lesson_id and named.lesson_date = own.lesson_date
        where own.school_id = s.school_id and own.target_id = s.id))`.execute(db);
  const found = waiting.rows.map(({ id }) => id);
  if (found.length === 0) return [];
  const free = await sql<{ id: number }>`update substitutions s set ended_at = null
    where s.school_id = ${schoolId} and s.id = any(${found}::bigint[]) and right(s.external_key, 8) <> ${ARRIVAL}
      and (s.kind is not distinct from 'ADDITIONAL' or not exists (
        select from substituted_lessons own
        join substituted_lessons other on other.school_id = own.school_id and other.lesson_id = own.lesson_id
          and other.lesson_date = own.lesson_date
        join substitutions decided on decided.school_id = other.school_id and decided.id = other.target_id
          and decided.id <> s.id and decided.source = 'manual' and decided.ended_at is null
          and decided.kind is distinct from 'ADDITIONAL'
        where own.school_id = s.school_id and own.target_id = s.id))
    returning s.id`.execute(db);
  const arrived = await sql<{ id: number }>`update substitutions s set ended_at = null
    where s.school_id = ${schoolId} and s.id = any(${found}::bigint[]) and right(s.external_key, 8) = ${ARRIVAL}
      and exists (select from substitutions base where base.school_id = s.school_id and base.source = s.source
        and base.external_key = left(s.external_key, -8) and base.ended_at is null)
    returning s.id`.execute(db);
  return [...free.rows, ...arrived.rows].map(({ id }) => id);
}

/** Substitutions with what they replace; their ids, in the same order, are assigned here. */
export async function createSubstitutions(
  db: Kysely<DB>,
  upload: PlanChanger,
  substitutions: readonly Omit<StoredSubstitution, 'id'>[],
): Promise<number[]> {
  if (substitutions.length === 0) return [];
  const taken = await sql<{ id: number }>`select nextval('substitutions_id_seq'::regclass) as id
    from generate_series(1, ${substitutions.length})`.execute(db);
  const ids = taken.rows.map(({ id }) => id);
  const records = substitutions.map((row, index) => ({ ...row, id: ids[index] }));
  await insertRows(db, 'substitutions', SUBSTITUTION_COLUMNS, records, {
    school_id: upload.school_id,
    school_year_id: upload.school_year_id,
    upload_id: upload.id,
    created_at: upload.now.toISOString(),
  });
  const links = substitutions.flatMap(({ replaces }, index) =>
    replaces.map(({ lesson_id, lesson_date }) => ({ lesson_id, lesson_date, target_id: ids[index] })),
  );
  await insertRows(db, 'substituted_lessons', LINK_COLUMNS, links, { school_id: upload.school_id });
  return ids;
}

/**
 * Ends what an upload added, for good even where people here had ended it before, and restores what it ended but for that about
 * which they have decided since.
 */
export async function undoSubstitutions(db: Kysely<DB>, upload: PlanUpload): Promise<void> {
  const { school_id, id, now } = upload;
  await sql`update substitutions set ended_at = coalesce(ended_at, ${now.toISOString()}), ended_upload_id = ${id}
    where school_id = ${school_id} and upload_id = ${id} and ended_upload_id is null`.execute(db);
  const released = await sql<{ id: number }>`update substitutions set ended_upload_id = null
    where school_id = ${school_id} and ended_upload_id = ${id} and upload_id is distinct from ${id}
    returning id`.execute(db);
  await restoreSubstitutions(
    db,
    school_id,
    released.rows.map((row) => row.id),
  );
}

/** The substitutions that an upload put in force and those that it ended, by their ids, from this day on. */
export async function listUploadSubstitutions(
  db: Kysely<DB>,
  schoolId: number,
  uploadId: number,
  from: string,
): Promise<{ added: number[]; ended: number[] }> {
  const rows = await db
    .selectFrom('substitutions')
    .select(['id', 'upload_id'])
    .where('school_id', '=', schoolId)
    .where((eb) => eb.or([eb('upload_id', '=', uploadId), eb('ended_upload_id', '=', uploadId)]))
    .where((eb) => eb.or([eb('date', '>=', from), eb('target_date', '>=', from)]))
    .orderBy('id')
    .execute();
  const ids = (isAdded: boolean) => rows.flatMap((row) => ((row.upload_id === uploadId) === isAdded ? [row.id] : []));
  return { added: ids(true), ended: ids(false) };
}

/** What replaces a lesson from a day on replaces the one that stands for it. @param names former lesson → later lesson */
export async function moveSubstitutions(
  db: Kysely<DB>,
  schoolId: number,
  names: ReadonlyMap<number, number>,
  from: string,
): Promise<void> {
  if (names.size === 0) return;
  await sql`update substituted_lessons s set lesson_id = n.later
    from unnest(${[...names.keys()]}::bigint[], ${[...names.values()]}::bigint[]) as n(former, later)
    where s.school_id = ${schoolId} and s.lesson_id = n.former and s.lesson_date >= ${from}`.execute(db);
}
