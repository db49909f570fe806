import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** Tables of master data that people keep. */
export type BasedataTable = 'subjects' | 'teachers' | 'bookables' | 'grades' | 'courses' | 'holidays';

/** Columns that people write. */
const COLUMNS: Readonly<Record<BasedataTable, readonly string[]>> = {
  subjects: ['shortcut', 'name', 'user_color'],
  teachers: [
    'shortcut',
    'title',
    'firstname',
    'lastname',
    'no_substitution',
    'no_supervision',
    'main_bookable_id',
    'contract_hours',
    'most_a_day',
    'most_a_week',
    'free_days',
  ],
  bookables: [
    'shortcut',
    'name',
    'description',
    'kind',
    'building',
    'capacity',
    'is_public',
    'is_confirmable',
    'is_custom',
  ],
  grades: ['shortcut', 'name', 'category', 'most_a_day', 'core_begins_at', 'core_ends_at', 'range', 'order'],
  courses: [
    'shortcut',
    'name',
    'subject_id',
    'grade_ids',
    'teacher_ids',
    'is_required',
    'type',
    'season_id',
    'is_temp',
    'user_color',
    'is_custom',
  ],
  holidays: ['school_year_id', 'name', 'begins_at', 'ends_at', 'is_public'],
};

const ORDERS: Readonly<Partial<Record<BasedataTable, RawBuilder<unknown>>>> = {
  holidays: sql`t.begins_at`,
  grades: sql`t."order" nulls last, t.shortcut`,
};

/** What a row refers to by a table in between: the rooms of a subject, the subjects of a teacher. */
const LINKS = {
  subjects: { table: 'subject_bookables', owner: 'subject_id', other: 'bookable_id', field: 'bookable_ids' },
  teachers: { table: 'teacher_subjects', owner: 'teacher_id', other: 'subject_id', field: 'subject_ids' },
} as const;
const linkOf = (table: BasedataTable) => (table in LINKS ? LINKS[table as keyof typeof LINKS] : null);

/** A row as stored, with what it refers to. */
export type StoredUnit = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly version: number;
  readonly source: string;
};

/** The rows of a table that are in use, or the one with an id, ended or not. */
export async function listBasedata(
  db: Kysely<DB>,
  schoolId: number,
  table: BasedataTable,
  { id, isEnded = false }: { id?: number; isEnded?: boolean } = {},
): Promise<StoredUnit[]> {
  const columns = [
    'id',
    'version',
    'source',
    ...COLUMNS[table],
    ...(table === 'subjects' || table === 'courses' ? ['color'] : []),
  ];
  const named = columns.map((column) => sql`t.${sql.ref(column)}`);
  const link = linkOf(table);
  const linked =
    link === null
      ? []
      : [
          sql`array(select l.${sql.ref(link.other)} from ${sql.table(link.table)} l where l.school_id = ${schoolId}
            and l.${sql.ref(link.owner)} = t.id order by 1) as ${sql.ref(link.field)}`,
        ];
  const { rows } = await sql<StoredUnit>`select ${sql.join([...named, ...linked])} from ${sql.table(table)} t
    where t.school_id = ${schoolId} and (t.ended_at is not null) = ${isEnded}
      and (${id ?? null}::bigint is null or t.id = ${id ?? null})
    order by ${ORDERS[table] ?? sql`t.shortcut`}, t.id`.execute(db);
  return rows;
}

type Values = Readonly<Record<string, unknown>>;
const pick = (table: BasedataTable, values: Values) =>
  Object.fromEntries(COLUMNS[table].map((column) => [column, values[column]]));

/** What a row refers to by the table in between is this now. */
async function writeLinks(db: Kysely<DB>, schoolId: number, table: BasedataTable, id: number, values: Values) {
  const link = linkOf(table);
  if (link === null) return;
  await sql`delete from ${sql.table(link.table)} where school_id = ${schoolId} and ${sql.ref(link.owner)} = ${id}`.execute(
    db,
  );
  await sql`insert into ${sql.table(link.table)} (school_id, ${sql.ref(link.owner)}, ${sql.ref(link.other)})
    select distinct ${schoolId}::bigint, ${id}::bigint, other from unnest(${values[link.field]}::bigint[]) as other`.execute(
    db,
  );
}

/** Adds a row that people made; returns its id. */
export async function insertBasedata(
  db: Kysely<DB>,
  schoolId: number,
  table: BasedataTable,
  values: Values,
): Promise<number> {
  const { id } = await db
    .insertInto(table)
    .values({ ...pick(table, values), school_id: schoolId, source: 'manual' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLinks(db, schoolId, table, id, values);
  return id;
}

export async function updateBasedata(
  db: Kysely<DB>,
  schoolId: number,
  table: BasedataTable,
  id: number,
  values: Values,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ ...pick(table, values), version: sql<number>`version + 1` } as never)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute();
  await writeLinks(db, schoolId, table, id, values);
}

/** Ends a row, or brings it back. */
export async function endBasedata(
  db: Kysely<DB>,
  schoolId: number,
  table: BasedataTable,
  id: number,
  ended_at: string | null,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ ended_at } as never)
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute();
}

/** What of the school refers to a row: how many of each kind. */
export interface UnitUses {
  courses: number;
  teachers: number;
  subjects: number;
  people: number;
}

/** The rows of a school's structure that refer to a row that is in use. */
export async function countUses(
  db: Kysely<DB>,
  schoolId: number,
  table: Exclude<BasedataTable, 'holidays'>,
  id: number,
): Promise<UnitUses> {
  const none = sql`select 0`;
  const counted = {
    courses: {
      subjects: sql`select count(*)::int from courses where school_id = ${schoolId} and ended_at is null and subject_id = ${id}`,
      teachers: sql`select count(*)::int from courses where school_id = ${schoolId} and ended_at is null and ${id} = any(teacher_ids)`,
      grades: sql`select count(*)::int from courses where school_id = ${schoolId} and ended_at is null and ${id} = any(grade_ids)`,
      bookables: none,
      courses: none,
    },
    teachers: {
      subjects: sql`select count(*)::int from teacher_subjects l join teachers t on t.school_id = ${schoolId} and t.id = l.teacher_id
        where l.school_id = ${schoolId} and l.subject_id = ${id} and t.ended_at is null`,
      bookables: sql`select count(*)::int from teachers where school_id = ${schoolId} and ended_at is null and main_bookable_id = ${id}`,
      grades: sql`select count(*)::int from teachers where school_id = ${schoolId} and ended_at is null and ${id} in (grade_id, co_grade_id)`,
      teachers: none,
      courses: none,
    },
    subjects: {
      bookables: sql`select count(*)::int from subject_bookables l join subjects s on s.school_id = ${schoolId} and s.id = l.subject_id
        where l.school_id = ${schoolId} and l.bookable_id = ${id} and s.ended_at is null`,
      subjects: none,
      teachers: none,
      grades: none,
      courses: none,
    },
    people: {
      teachers: sql`select count(*)::int from teachers where school_id = ${schoolId} and id = ${id} and user_id is not null`,
      grades: sql`select count(*)::int from grade_memberships where school_id = ${schoolId} and grade_id = ${id}`,
      courses: sql`select count(*)::int from enrolments where school_id = ${schoolId} and course_id = ${id}`,
      subjects: none,
      bookables: none,
    },
  };
  const { rows } =
    await sql<UnitUses>`select (${counted.courses[table]}) as courses, (${counted.teachers[table]}) as teachers,
    (${counted.subjects[table]}) as subjects, (${counted.people[table]}) as people`.execute(db);
  return rows[0] as UnitUses;
}
